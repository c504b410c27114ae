// Typed or pasted text, normalised.

/** The text without invisible marks and without quotes around it, and with plain dashes. */
export const asMeant = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .trim()
    .replace(/^["'`\u00ab\u00bb\u2018-\u201f]+|["'`\u00ab\u00bb\u2018-\u201f]+$/g, "");
