/** Development: follows the composition and loads the page anew as soon as another build is live. */
export function reloadOnChange(generation: number): void {
  const events = new EventSource('/api/composition/events');
  events.addEventListener('composition', ({ data }) => {
    const { generation: current } = JSON.parse(data) as { generation: number };
    if (current !== generation) window.location.reload();
  });
}
