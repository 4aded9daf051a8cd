let isMarking = false;

/**
 * Returns the value of `data-edit`, by which the studio's editor finds the field of an element: 'entity:id:field'. Undefined
 * outside a preview, so ordinary pages have no such attribute.
 */
export const editMark = (path: string): string | undefined => (isMarking ? path : undefined);

/** Renders with edit marks. `render` must not be asynchronous. */
export function withEditMarks<Result>(render: () => Result): Result {
  isMarking = true;
  try {
    return render();
  } finally {
    isMarking = false;
  }
}
