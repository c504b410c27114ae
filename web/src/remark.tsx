// The remark of a person on a move: a sign such as `!?`, and a comment.

import { useRef } from "preact/hooks";
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

interface FieldsProps {
  sign: Sign | null;
  words: string;
  close(given?: [sign: Sign | null, words: string]): void;
}

function Fields({ sign, words, close }: FieldsProps) {
  const chosen = useRef(sign);
  const area = useRef<HTMLTextAreaElement>(null);
  const keep = (): void => close([chosen.current, area.current!.value.replace(/\s+/g, " ").trim()]);
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent): void => {
    if (key === "Enter" && (ctrlKey || metaKey)) keep();
  };
  const choice = (one: Sign | null, name: string) => (
    <label class="tick">
      <input
        type="radio"
        name="sign"
        value={one ?? ""}
        defaultChecked={one === sign}
        onChange={() => (chosen.current = one)}
      />
      <span>
        {one && <b>{one}</b>} {name}
      </span>
    </label>
  );
  return (
    <>
      <div class="signs-of" role="radiogroup" aria-label="Sign">
        {SIGNS.map((one) => choice(one, NAMES[one]))}
        {choice(null, "none")}
      </div>
      <textarea
        rows={4}
        maxLength={LONGEST}
        aria-label="Comment"
        defaultValue={words}
        ref={area}
        autofocus
        onKeyDown={onKeyDown}
      />
      <Foot close={close} act={keep} text="Keep" />
    </>
  );
}

/** Asks for the remark on the move in view; it stays with the move, and in copies of the game. */
export async function askRemark(): Promise<void> {
  const { node, tree } = position;
  if (!node.parent) throw new Error("A comment belongs to a move: make one first, or go to one");
  const move = moveName(node.parent.view?.scene ?? position.scene!, node.move);
  const given = await ask<[Sign | null, string]>(
    `Comment on ${moveNumber(node)}. ${move}`,
    (close) => <Fields sign={node.sign} words={wordsOf(node.comment)} close={close} />,
  );
  if (!given) return;
  const [sign, words] = given;
  tree.remark(node, commentOf(words, arrowsIn(node.comment)), sign);
}
