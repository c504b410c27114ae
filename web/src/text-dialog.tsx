// The dialog of a text.

import { Foot, ask } from "./dialogs";

/** Shows a text, selected to be copied. */
export const showText = (title: string, text: string, note: string): Promise<undefined> =>
  ask(title, (close) => (
    <>
      <p class="note">{note}</p>
      <textarea
        rows={8}
        spellcheck={false}
        aria-label={title}
        readonly
        value={text}
        ref={(area) => void setTimeout(() => area?.select())}
      />
      <Foot cancel="Close" close={close} />
    </>
  ));
