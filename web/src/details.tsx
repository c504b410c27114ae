/** The engine's words behind a message, folded. */
export const Details = ({ text }: { text: string }) =>
  text ? (
    <details class="details">
      <summary>Details</summary>
      <code>{text}</code>
    </details>
  ) : null;
