// Dialogs with questions to the person, and the details of messages.

import { type ComponentChildren, render } from "preact";
import { Icon } from "./icon";
import type { Move } from "./move";
import type { Scene } from "./scene";
import { Button } from "./button";

/** Shows a dialog. Its content closes it with an answer; undefined if it is closed otherwise. */
export function ask<Answer = never>(
  title: string,
  content: (close: (answer?: Answer) => void) => ComponentChildren,
  kind = "",
): Promise<Answer | undefined> {
  const dialog = document.createElement("dialog");
  dialog.ariaLabel = title;
  dialog.className = kind;
  let given: Answer | undefined;
  const close = (answer?: Answer): void => {
    given = answer;
    dialog.close();
  };
  document.body.append(dialog);
  render([<h2>{title}</h2>, content(close)], dialog);
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      render(null, dialog);
      dialog.remove();
      done(given);
    });
    dialog.showModal();
    // The dialog itself gets the focus, so that Tab leads to the first field of a page of choices,
    // and a long text shows its top.
    if (kind === "lobby" || kind === "text") {
      dialog.tabIndex = -1;
      dialog.focus();
    }
    // The focused element may be below: scrolls to the title.
    dialog.scrollTop = 0;
  });
}

/** The engine's words behind a message, folded. */
export const Details = ({ text }: { text: string }) =>
  text ? (
    <details class="details">
      <summary>Details</summary>
      <code>{text}</code>
    </details>
  ) : null;

interface FootProps {
  cancel?: string;
  close(): void;
  /** The other buttons. */
  children?: ComponentChildren;
}

export const Foot = ({ cancel = "Cancel", close, children }: FootProps) => (
  <div class="buttons">
    <Button act={() => close()}>{cancel}</Button>
    {children}
  </div>
);

/** Lets a person choose a move; null if none is chosen. */
export async function chooseMove(scene: Scene, moves: Move[]): Promise<Move | null> {
  const chosen = await ask<Move>("Which move?", (close) => (
    <>
      <div class="choices">
        {moves.map((move) => (
          <Button class="choice" data-move={move.text} act={() => close(move)}>
            {move.becomes !== null && <Icon scene={scene} letter={move.becomes} />}
            <span>{move.words}</span>
            <small>{move.text}</small>
          </Button>
        ))}
      </div>
      <Foot close={close} />
    </>
  ));
  return chosen ?? null;
}

/** Asks whether to do something; false if the dialog is closed in another way. */
export const askWhether = async (question: string, note: string, act: string): Promise<boolean> =>
  (await ask<boolean>(question, (close) => (
    <>
      <p class="note">{note}</p>
      <Foot close={close}>
        <Button class="primary" act={() => close(true)}>
          {act}
        </Button>
      </Foot>
    </>
  ))) === true;

/** Shows a text, selected to be copied. */
export const showText = (title: string, text: string): Promise<undefined> =>
  ask(title, (close) => (
    <>
      <p class="note">Copy the text:</p>
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
