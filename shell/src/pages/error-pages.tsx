import { NoticePage } from './notice-page';

interface NotFoundPageProps {
  /** if it is not English; the words of the router stay English */
  language?: string;
  text?: string;
  back?: string;
}

/** The page for an unknown URL; the front door sends the same page with status 404 (ROUTE-4). */
export function NotFoundPage({
  language,
  text = 'We could not find this page. Check the web address, or go back to the website.',
  back = 'Back to Website',
}: NotFoundPageProps) {
  return (
    <NoticePage
      eyebrow="404 Not Found"
      heading="Unexpected Application Error!"
      text={<span lang={language}>{text}</span>}
    >
      <a className="shell-button" href="/" lang={language}>
        {back}
      </a>
    </NoticePage>
  );
}

/** The page for an uncaught error, with the data router's heading (ROUTE-4). */
export function ErrorPage() {
  return (
    <NoticePage
      eyebrow="Something went wrong"
      heading="Unexpected Application Error!"
      text="We could not show this page. Please reload it."
    >
      <a className="shell-button" href={window.location.href}>
        Reload
      </a>
      <a className="shell-button shell-button--line" href="/">
        Back to Website
      </a>
    </NoticePage>
  );
}
