/** The words of the engine, for who wants them. */
export const Details = ({ text }: { text: string }) =>
  text ? (
    <details class="details">
      <summary>Details</summary>
      <code>{text}</code>
    </details>
  ) : null;
