// Dropped files; `open-text.tsx` reads them.

/** Takes files that are dropped onto the page, and marks the page while they are above it. */
export function takeDrops(take: (file: File) => void, refuse: (error: Error) => void): void {
  const above = (files: boolean): boolean => document.body.classList.toggle("dropping", files);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes("Files") === true;
  // The browser itself puts a text that is dropped on a field into it.
  const isForField = (event: DragEvent): boolean =>
    !hasFiles(event) && (event.target as Element).closest?.("input, textarea") != null;
  addEventListener("dragover", (event) => {
    if (!isForField(event)) event.preventDefault();
    above(hasFiles(event));
  });
  // Moving from one element to another leaves the first one, too.
  addEventListener("dragleave", (event) => event.relatedTarget ?? above(false));
  addEventListener("drop", (event) => {
    above(false);
    if (isForField(event)) return;
    event.preventDefault();
    const { files, items } = event.dataTransfer ?? { files: [], items: [] };
    const [dropped] = files;
    if (!dropped) return;
    const folder = [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    if (folder) refuse(new Error(`"${dropped.name}" is a folder: expected a file`));
    else if (files.length > 1)
      refuse(new Error(`${files.length} files were dropped: expected one at a time`));
    else take(dropped);
  });
}
