import { whenParsed } from './page';

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

// The shell of a document that is the only page of its zone: the visitor's. The runtime of module federation, the renderer
// and the shell are each run in a task of their own, so that the page can answer in between.
whenParsed(async () => {
  await nextTask();
  const { startOnePage } = await import(/* webpackMode: "eager" */ './start-one-page');
  await nextTask();
  startOnePage();
});
