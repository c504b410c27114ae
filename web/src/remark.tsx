// The remark of a person on a move: a sign such as `!?`, and a comment.

import { createRef } from "preact";
import { Button } from "./button";
import { Foot, ask } from "./dialogs";
import { arrowsIn, commentOf, wordsOf } from "./own-arrows";
import { SIGNS, type Sign } from "./records";
import { position } from "./stores";
import { moveNumber } from "./tree";
import { moveName } from "./words";

/** The most characters of a typed comment. */
const LONGEST = 2000;

const NAMES: Record<Sign, string> = {
  "!!": "brilliant",
  "!": "good",
  "!?": "interesting",
  "?!": "dubious",
  "?": "mistake",
  "??": "blunder",
};

/** Asks for the remark on the move in view; it stays with the move, and in copies of the game. */
export async function askRemark(): Promise<void> {
  const { node, tree } = position;
  if (!node.parent) throw new Error("A comment belongs to a move: make one first, or go to one");
  const move = moveName(node.parent.view?.scene ?? position.scene!, node.move);
  let { sign } = node;
  const area = createRef<HTMLTextAreaElement>();
  const words = await ask<string>(`Comment on ${moveNumber(node)}. ${move}`, (close) => {
    const keep = (): void => close(area.current!.value.replace(/\s+/g, " ").trim());
    const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent): void => {
      if (key === "Enter" && (ctrlKey || metaKey)) keep();
    };
    return (
      <>
        <div class="signs-of" role="radiogroup" aria-label="Sign">
          {[...SIGNS, null].map((one) => (
            <label class="tick">
              <input
                type="radio"
                name="sign"
                value={one ?? ""}
                defaultChecked={one === sign}
                onChange={() => (sign = one)}
              />
              <span>
                {one && <b>{one}</b>} {one ? NAMES[one] : "none"}
              </span>
            </label>
          ))}
        </div>
        <textarea
          rows={4}
          maxLength={LONGEST}
          aria-label="Comment"
          defaultValue={wordsOf(node.comment)}
          ref={area}
          autofocus
          onKeyDown={onKeyDown}
        />
        <Foot close={close}>
          <Button class="primary" act={keep}>
            Keep
          </Button>
        </Foot>
      </>
    );
  });
  if (words !== undefined) tree.remark(node, commentOf(words, arrowsIn(node.comment)), sign);
}
