// The cards of a game, in a dialog before a person's first game. On narrow screens one card shows
// at a time, changed by swipes or by the buttons below.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { keepSeen } from "./cards-seen";
import { ask } from "./dialogs";
import { focusBoard } from "./focus";
import { RuleCard } from "./rules";
import { type Sheet, inWords } from "./sheet";
import { Button } from "./button";
import { play, position } from "./stores";

/** Milliseconds for which the board is visible before its cards appear. */
const LOOK_MS = 100;

/** Waits until the board was painted. A hidden tab paints nothing, so the wait is bounded. */
const seenBoard = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done, LOOK_MS));
    setTimeout(done, 4 * LOOK_MS);
  });

function Cards({ sheet: { cards }, close }: { sheet: Sheet; close(): void }) {
  const list = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState(0);
  const last = cards.length - 1;
  // A button that has led to the first or the last card is disabled: another button gets its focus.
  useLayoutEffect(() => {
    const dialog = list.current!.closest("dialog")!;
    if (document.activeElement?.matches(".pager :disabled"))
      dialog.querySelector<HTMLElement>(at === last ? ".primary" : ".pager :enabled")?.focus();
  }, [at]);
  const go = (to: number): void => {
    list.current!.children[to]?.scrollIntoView({ block: "nearest", inline: "center" });
    list.current!.closest("dialog")!.scrollTop = 0;
  };
  // On wide screens the cards are beside each other, and nothing scrolls.
  const onScroll = (): void => {
    const { scrollLeft, scrollWidth, clientWidth } = list.current!;
    const most = Math.max(1, scrollWidth - clientWidth);
    setAt(Math.round((scrollLeft / most) * last));
  };
  return (
    <>
      <ol class="card-list" ref={list} onScroll={onScroll}>
        {cards.map((card, at) => (
          // This card has the first focus, because Enter on "Play" would close unread cards.
          <RuleCard card={card} at={at} isFocused={at === 0} />
        ))}
      </ol>
      <div class="pager">
        <Button class="edge" disabled={at === 0} act={() => go(at - 1)}>
          Back
        </Button>
        <span class="dots">
          {cards.map((_, n) => (
            <i class={n === at ? "now" : undefined} />
          ))}
          {/* A status of its own: the status of the page behind the dialog announces nothing. */}
          <span role="status">
            {`${at + 1} of ${cards.length}`}
            <span class="unseen">: {cards[at]?.title}</span>
          </span>
        </span>
        <Button class="edge" disabled={at === last} act={() => go(at + 1)}>
          Next
        </Button>
      </div>
      <div class="buttons">
        <span class="small">The cards stay in the panel, under Rules.</span>
        <Button class="primary" act={close}>
          Play
        </Button>
      </div>
    </>
  );
}

export async function showCards(): Promise<void> {
  const { sheet } = position;
  const { game } = play;
  // Without storage the cards would appear before each game, so none are shown.
  if (!sheet || !game || !keepSeen(sheet.title)) return;
  await seenBoard();
  if (play.game !== game) return;
  const title = `${sheet.title} in ${inWords(sheet.cards.length)} cards`;
  await ask(title, (close) => <Cards sheet={sheet} close={close} />, "sheet");
  focusBoard();
}
