import { nextTask } from './next-task';
import { whenParsed } from './page';

// The shell of a document that is the only page of its zone: the visitor's. The runtime of module federation, React, its
// renderer and the shell are each run in a task of their own.
whenParsed(async () => {
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react');
  await nextTask();
  await import(/* webpackMode: "eager", webpackExports: ["createRoot"] */ 'react-dom/client');
  await nextTask();
  const { startOnePage } = await import(/* webpackMode: "eager" */ './start-one-page');
  await nextTask();
  startOnePage();
});
