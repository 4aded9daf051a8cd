import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { useSession } from '../../app/session/session';
import { readStored, writeStored } from '../../ui/browser-storage';
import { SITE, saveDraft, storedDocumentOf } from './site.requests';

const AUTOSAVE_MS = 800;
const keyOf = ({ entity, id, locale }: SiteDocument) =>
  `site-draft ${entity} ${id}${locale === 'en' ? '' : ` ${locale}`}`;

/** A form that this browser keeps until it is saved: the text, and the version that it was typed over. */
interface KeptForm {
  version: number;
  body: Body;
}

function keptForm(document: SiteDocument): KeptForm | null {
  try {
    return JSON.parse(readStored('localStorage', keyOf(document)) ?? 'null') as KeptForm | null;
  } catch {
    return null;
  }
}

/**
 * The form of one document: saves itself, keeps a copy in this browser until that has succeeded, and stops at a conflict until
 * the editor has chosen a version.
 */
export function useDraft(document: SiteDocument) {
  const queries = useQueryClient();
  const { user } = useSession();
  const [kept] = useState(() => keptForm(document));
  const [body, setBody] = useState<Body>(() => ({ ...document.body, ...kept?.body }));
  // If someone else has saved since, the next save finds the conflict.
  const [saved, setSaved] = useState(() => (kept ? { ...document, version: kept.version } : document));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<SiteDocument | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isDirty = JSON.stringify(body) !== JSON.stringify(saved.body);
  const latest = useRef({ body, version: saved.version, canSave: false });
  latest.current = { body, version: saved.version, canSave: isDirty && conflict === null && problem === null };
  /** One save at a time, so that nobody conflicts with themselves. */
  const running = useRef<Promise<void>>(Promise.resolve());

  const save = async () => {
    const sent = latest.current.body;
    try {
      const stored = await saveDraft(document, latest.current.version, sent);
      latest.current.version = stored.version;
      // The server trims texts; the form keeps what was typed.
      setSaved({ ...stored, body: sent });
      setErrors({});
      setProblem(null);
      if (latest.current.body === sent) writeStored('localStorage', keyOf(document), null);
      void queries.invalidateQueries({ queryKey: [SITE, 'drafts'] });
      void queries.invalidateQueries({ queryKey: [SITE, 'missing'] });
    } catch (error) {
      const fields = Object.entries(fieldErrorsOf(error));
      setErrors(Object.fromEntries(fields.map(([field, message]) => [field.replace(/^body\./, ''), message])));
      const stored = storedDocumentOf(error);
      // A scheduled document accepts neither version.
      setConflict(stored?.state === 'scheduled' ? null : stored);
      setProblem(failureText(error, 'Your changes are kept in this browser. Please try again.'));
    }
  };
  const queueSave = () => {
    running.current = running.current.then(save);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts another save of the same text
  useEffect(() => {
    if (!isDirty) {
      writeStored('localStorage', keyOf(document), null);
      return;
    }
    writeStored('localStorage', keyOf(document), JSON.stringify({ version: saved.version, body }));
    if (conflict) return;
    const timer = setTimeout(queueSave, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [body, isDirty, conflict, saved.version, attempt]);

  // After signing in again, the save that the end of the session refused is repeated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the user changes
  useEffect(() => {
    if (user && problem) setAttempt((count) => count + 1);
  }, [user]);

  // Another part is opened before the pause after typing has passed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is closed
  useEffect(
    () => () => {
      if (latest.current.canSave) queueSave();
    },
    [],
  );

  return {
    ...{ body, saved, errors, problem, conflict, isDirty },
    set: (name: string, value: unknown) => setBody((previous) => ({ ...previous, [name]: value })),
    retry: () => setAttempt((count) => count + 1),
    /** Keeps one version: this form's text on top of theirs, or theirs. */
    resolve(choice: 'mine' | 'theirs') {
      if (!conflict) return;
      setSaved(conflict);
      if (choice === 'theirs') setBody(conflict.body);
      setConflict(null);
      setProblem(null);
    },
  };
}
