import LoaderCircle from 'lucide-react/icons/loader-circle';

/** Shown in a section while its list loads. */
export function Loading({ children }: { children: string }) {
  return (
    <p className="loading" role="status">
      <LoaderCircle className="icon is-spinning" /> {children}
    </p>
  );
}
