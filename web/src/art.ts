// The pictures of pieces and marks, as SVG text around the origin; a square is 100 units
// wide. --disc, --edge, --shine and --sign are colours of a side; --line is the outline.

const LINE = "var(--line)";

/** The outline of a medal: a circle with waves. */
function scallop(inner: number, outer: number, waves: number): string {
  const at = (turn: number, radius: number): string => {
    const angle = (turn / waves) * 2 * Math.PI - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  };
  const parts = [...Array(waves).keys()].map(
    (wave) => `Q${at(wave + 0.5, outer)} ${at(wave + 1, inner)}`,
  );
  return `M${at(0, inner)}${parts.join("")}Z`;
}

const CHECKER = `<ellipse cy="5" rx="43" ry="42" fill="var(--shade)"/><circle r="44" fill="var(--rim)"/><circle r="42" fill="var(--edge)"/><circle cy="-1.5" r="39.5" fill="var(--disc)"/>`;
const DISC = `<circle cy="4" r="41" fill="var(--shade)"/><circle r="43" fill="var(--rim)"/><circle r="41" fill="var(--edge)"/><circle cy="-1" r="38" fill="var(--disc)"/>`;
const BLOCK = `<rect x="-43" y="-38" width="86" height="84" rx="12" fill="var(--shade)"/><rect x="-45" y="-45" width="90" height="90" rx="14" fill="var(--rim)"/><rect x="-43" y="-43" width="86" height="86" rx="12" fill="var(--edge)"/><rect x="-40" y="-42" width="80" height="78" rx="10" fill="var(--disc)"/>`;
const MEDAL = `<circle cy="4" r="42" fill="var(--shade)"/><path d="${scallop(39, 46, 14)}" fill="var(--edge)" stroke="var(--rim)" stroke-width="3"/><circle cy="-1" r="35" fill="var(--disc)"/>`;
const BOLT = `<path d="M-17 -23H18L-6 3H15L-19 26L-5 9H-19L3 -12H-17Z" fill="var(--sign)"/>`;
const FLOOR = `<ellipse cy="41" rx="34" ry="7" fill="var(--shade)"/>`;
const RAGS = `<path d="M-36 43L-34 27Q-26 19 0 19T34 27L36 43L26 37L17 43L9 37L0 43L-9 37L-17 43L-26 37Z" fill="#566473" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>`;

export const ART: Readonly<Record<string, string>> = {
  // The ring distinguishes the second side without colour.
  checker: `${CHECKER}<circle cy="-1.5" r="30" fill="none" stroke="var(--edge)" stroke-width="2.2" opacity=".75"/><circle cy="-1.5" r="11" fill="var(--shine)"/><path d="M-31 -19A37 37 0 0 1 31 -19" fill="none" stroke="var(--shine)" stroke-width="3" stroke-linecap="round" opacity=".7"/>`,
  "checker-ring": `${CHECKER}<circle cy="-1.5" r="25" fill="none" stroke="var(--sign)" stroke-width="8"/><path d="M-33 -17A38 38 0 0 1 33 -17" fill="none" stroke="var(--shine)" stroke-width="3" stroke-linecap="round" opacity=".8"/>`,
  princess: `${FLOOR}
<path d="M-29 -4C-34 -40 34 -40 29 -4C30 12 38 22 33 36L-33 36C-38 22 -30 12 -29 -4Z" fill="#f3c869" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>
<path d="M-33 43C-31 27 -17 22 0 22S31 27 33 43Z" fill="#fffaf0" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>
<path d="M-9 24Q0 33 9 24" fill="none" stroke="${LINE}" stroke-width="3"/>
<path d="M-20 -3C-20 -22 20 -22 20 -3C20 13 10 21 0 21S-20 13 -20 -3Z" fill="#ffe8d4" stroke="${LINE}" stroke-width="3.5"/>
<path d="M-22 -2C-22 -23 -10 -27 0 -27S22 -23 22 -2C17 -5 9 -8 2 -16C-4 -8 -14 -4 -22 -2Z" fill="#f3c869" stroke="${LINE}" stroke-width="3" stroke-linejoin="round"/>
<circle cx="-8" cy="3" r="3.2" fill="${LINE}"/><circle cx="8" cy="3" r="3.2" fill="${LINE}"/><path d="M-5 11Q0 15 5 11" fill="none" stroke="${LINE}" stroke-width="3" stroke-linecap="round"/>
<path d="M-15 -24L-19 -36L-8 -31L0 -44L8 -31L19 -36L15 -24Q0 -29 -15 -24Z" fill="#fff" stroke="${LINE}" stroke-width="3.5" stroke-linejoin="round"/><circle cy="-32" r="3.4" fill="#c2578f"/>`,
  queen: `<ellipse cy="41" rx="36" ry="7" fill="var(--shade)"/>
<path d="M-41 43L-40 2Q-29 -3 -20 12L0 26L20 12Q29 -3 40 2L41 43Z" fill="#8a3f8f" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>
<path d="M-27 43C-25 30 -14 25 0 25S25 30 27 43Z" fill="#fffaf0" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>
<path d="M-5 32h.1M5 32h.1M-12 37h.1M12 37h.1M0 38h.1" stroke="${LINE}" stroke-width="4" stroke-linecap="round"/>
<path d="M-20 0C-20 -17 20 -17 20 0C20 15 10 23 0 23S-20 15 -20 0Z" fill="#ffe8d4" stroke="${LINE}" stroke-width="3.5"/>
<path d="M-21 4C-25 -17 -12 -20 0 -20S25 -17 21 4C19 -5 10 -10 0 -10S-19 -5 -21 4Z" fill="#f3c869" stroke="${LINE}" stroke-width="3" stroke-linejoin="round"/>
<circle cx="-8" cy="5" r="3.2" fill="${LINE}"/><circle cx="8" cy="5" r="3.2" fill="${LINE}"/><path d="M-6 13Q0 17 6 13" fill="none" stroke="${LINE}" stroke-width="3" stroke-linecap="round"/>
<path d="M-22 -17L-29 -42L-14 -31L-8 -46L0 -32L8 -46L14 -31L29 -42L22 -17Q0 -24 -22 -17Z" fill="#f6c026" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/><path d="M-14 -23h.1M0 -25h.1M14 -23h.1" stroke="#8a3f8f" stroke-width="6" stroke-linecap="round"/>`,
  zombie: `${FLOOR}
${RAGS}
<path d="M-27 -17C-27 -36 27 -36 27 -17L26 9C24 23 11 28 0 28S-25 23 -26 9Z" fill="#7c9a68" stroke="${LINE}" stroke-width="4"/>
<path d="M-27 -13L-29 -32L-18 -29L-14 -43L-4 -34L4 -45L10 -33L22 -39L23 -27L29 -24L27 -13Q18 -25 0 -23T-27 -13Z" fill="#3d4654" stroke="${LINE}" stroke-width="3" stroke-linejoin="round"/>
<circle cx="-11" cy="-3" r="9.5" fill="#fff6c9" stroke="${LINE}" stroke-width="3"/><circle cx="-9" cy="-2" r="3" fill="${LINE}"/>
<path d="M6 -8L17 3M17 -8L6 3" stroke="${LINE}" stroke-width="4.5" stroke-linecap="round"/>
<path d="M-14 16H14M-9 11V21M0 11V21M9 11V21" fill="none" stroke="${LINE}" stroke-width="3.2" stroke-linecap="round"/>`,
  "zombie-brain": `${FLOOR}
${RAGS}
<path d="M-27 -14C-36 -22 -31 -36 -20 -35C-16 -45 -3 -47 1 -40C9 -47 23 -43 23 -34C33 -32 34 -19 27 -14Z" fill="#f7a8b8" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>
<path d="M1 -39Q-3 -30 1 -17M-21 -33Q-12 -31 -14 -22M-26 -22Q-18 -24 -15 -17M22 -34Q13 -33 13 -25M28 -21Q20 -24 16 -17" fill="none" stroke="#8c2f4b" stroke-width="3" stroke-linecap="round"/>
<path d="M-27 -15L-19 -12L-11 -17L-3 -12L5 -17L13 -12L20 -17L27 -14L26 9C24 23 11 28 0 28S-25 23 -26 9Z" fill="#7c9a68" stroke="${LINE}" stroke-width="4" stroke-linejoin="round"/>
<circle cx="-11" cy="-1" r="9.5" fill="#fff6c9" stroke="${LINE}" stroke-width="3.4"/><circle cx="11" cy="-1" r="9.5" fill="#fff6c9" stroke="${LINE}" stroke-width="3.4"/><path d="M-2 -1H2" stroke="${LINE}" stroke-width="3.4"/><circle cx="-9" cy="0" r="3.2" fill="${LINE}"/><circle cx="13" cy="0" r="3.2" fill="${LINE}"/>
<path d="M-12 17Q0 22 12 15M-7 14V21M1 15V22M8 13V20" fill="none" stroke="${LINE}" stroke-width="3.2" stroke-linecap="round"/>`,
  // Zokers are blocks that make walls, Scorers are medals. The second side has a double rim.
  zoker: `${BLOCK}<path d="M-21 -26H23L-7 5H19L-23 32L-6 12H-23L4 -13H-21Z" fill="var(--sign)"/>`,
  "zoker-ring": `${BLOCK}<rect x="-34.5" y="-36.5" width="69" height="67" rx="7" fill="none" stroke="var(--sign)" stroke-width="3"/>${BOLT}`,
  scorer: `${MEDAL}`,
  "scorer-ring": `${MEDAL}<circle cy="-1" r="30.5" fill="none" stroke="var(--sign)" stroke-width="3"/>`,
  "zoker-dots": `${BLOCK}<path d="M-31 -33h.1M31 -33h.1M-31 27h.1M31 27h.1" stroke="var(--sign)" stroke-width="10" stroke-linecap="round"/>${BOLT}`,
  "zoker-dash": `${BLOCK}<rect x="-34" y="-36" width="68" height="66" rx="7" fill="none" stroke="var(--sign)" stroke-width="4" stroke-dasharray="11 8.5"/>${BOLT}`,
  "scorer-dots": `${MEDAL}<circle cy="-1" r="29" fill="none" stroke="var(--sign)" stroke-width="6" stroke-linecap="round" stroke-dasharray="0 22.78"/>`,
  "scorer-dash": `${MEDAL}<circle cy="-1" r="30" fill="none" stroke="var(--sign)" stroke-width="4" stroke-dasharray="11 7.85"/>`,
  back: `<rect x="-40" y="-36" width="80" height="80" rx="16" fill="var(--shade)"/><rect x="-42" y="-42" width="84" height="84" rx="18" fill="var(--rim)"/><rect x="-40" y="-40" width="80" height="80" rx="16" fill="var(--edge)"/><rect x="-37" y="-39" width="74" height="73" rx="14" fill="var(--disc)"/><path d="M-24 12L-12 -16L0 12L12 -16L24 12" fill="none" stroke="var(--sign)" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" opacity=".8"/>`,
  // The fallback for any other name: a disc, and the letter or glyph of the kind on it.
  disc: `${DISC}`,
  "disc-ring": `${DISC}<circle cy="-1" r="32" fill="none" stroke="var(--sign)" stroke-width="3"/>`,
  "disc-dots": `${DISC}<circle cy="-1" r="31" fill="none" stroke="var(--sign)" stroke-width="6" stroke-linecap="round" stroke-dasharray="0 19.48"/>`,
  "disc-dash": `${DISC}<circle cy="-1" r="32" fill="none" stroke="var(--sign)" stroke-width="4" stroke-dasharray="12 8.1"/>`,
  // Marks on squares, by the name of the mark; the fallback is its sign in the badge.
  "mark-perfect": `<path d="M0 -15L13 -11V-1C13 8 6 13 0 16C-6 13 -13 8 -13 -1V-11Z" fill="var(--brass)" stroke="var(--halo)" stroke-width="3"/><path d="M-6 -1L-1 5L7 -6" fill="none" stroke="var(--on-brass)" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  "mark-protected": `<path d="M0 -15L13 -11V-1C13 8 6 13 0 16C-6 13 -13 8 -13 -1V-11Z" fill="var(--card)" stroke="var(--ink)" stroke-width="3"/>`,
  "mark-held": `<path d="M-7 -2V-8A7 7 0 0 1 7 -8V-2" fill="none" stroke="var(--halo)" stroke-width="8"/><rect x="-12" y="-4" width="24" height="19" rx="4" fill="var(--ink)" stroke="var(--halo)" stroke-width="3"/><path d="M-7 -4V-8A7 7 0 0 1 7 -8V-4" fill="none" stroke="var(--ink)" stroke-width="4"/><circle cy="5" r="3.2" fill="var(--halo)"/>`,
};
