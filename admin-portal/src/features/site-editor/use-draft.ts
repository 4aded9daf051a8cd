import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { failureText, fieldErrorsOf } from '../../app/call';
import { useSession } from '../../app/session/session';
import { readStored, writeStored } from '../../ui/browser-storage';
import { useStable } from '../../ui/use-stable';
import { translationFieldsOf, valueSchema } from './fields';
import { readAfter, SITE, saveDraft, storedDocumentOf } from './site.requests';

const AUTOSAVE_MS = 800;
/** Each user has a copy of their own: it is offered only to the user who typed in the form last. */
const keyOf = ({ entity, id, locale }: SiteDocument, userName: string) =>
  `site-draft ${entity} ${id} ${locale} ${userName}`;

/** What this browser keeps of a form until it is saved: the changed fields, and the version that they were typed over. */
interface KeptForm {
  version: number;
  body: Body;
}

/** What the page knows of the form that is open. */
export interface OpenForm {
  /** the last save failed: the form has unsaved changes */
  isUnsaved: boolean;
  /** Saves what was typed without waiting for a pause, also after a failure, and waits for the result. */
  saveNow(): Promise<void>;
}

/** Returns the fields of a form that differ from the stored ones. */
const changedFields = (body: Body, stored: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name])),
  );

/** Reads the kept form. Any script of this site can write it: what the form cannot show is dropped. */
function keptForm(key: string, document: SiteDocument): KeptForm | null {
  const fields = translationFieldsOf(document, {}, {}).map((field) => [field.name, valueSchema(field)]);
  const schema = z.object({ version: z.int().min(0), body: z.object(Object.fromEntries(fields)).partial() });
  try {
    const { version, body } = schema.parse(JSON.parse(readStored('localStorage', key) ?? 'null'));
    const changed = changedFields(body, document.body);
    return Object.keys(changed).length === 0 ? null : { version, body: changed };
  } catch {
    return null;
  }
}

/**
 * The form of one document: saves itself, keeps a copy in this browser until that has succeeded, and stops at a conflict until
 * the editor has chosen a version. A copy of an earlier visit is offered, and never saved without the user's choice.
 */
export function useDraft(document: SiteDocument) {
  const queries = useQueryClient();
  const { user, endedFor } = useSession();
  const userName = (user ?? endedFor)?.name ?? '';
  /** the user who typed last, whose copy this browser keeps */
  const author = useRef(userName);
  /** the copy of an earlier visit, until the user has chosen to use or discard it */
  const [kept, setKept] = useState(() => keptForm(keyOf(document, userName), document));
  const [body, setBody] = useState(document.body);
  const [saved, setSaved] = useState(document);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<SiteDocument | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isDirty = JSON.stringify(body) !== JSON.stringify(saved.body);
  const latest = useRef({ body, savedBody: saved.body, version: saved.version, kept, canSave: false });
  latest.current = {
    ...{ body, savedBody: saved.body, version: saved.version, kept },
    canSave: isDirty && conflict === null && problem === null,
  };
  /** One save at a time, so that nobody conflicts with themselves. */
  const running = useRef<Promise<void>>(Promise.resolve());
  /** Nothing is saved while, and after, another version takes the place of the form. */
  const isReplaced = useRef(false);

  /** Stores the typed text in this browser; null: it is saved, and only an offered copy is left. */
  const keep = (typed: KeptForm | null) => {
    const form = typed ?? latest.current.kept;
    writeStored('localStorage', keyOf(document, author.current), form && JSON.stringify(form));
  };

  const save = async () => {
    const sent = latest.current.body;
    if (isReplaced.current || JSON.stringify(sent) === JSON.stringify(latest.current.savedBody)) return;
    try {
      const stored = await saveDraft(document, latest.current.version, sent);
      latest.current.version = stored.version;
      latest.current.savedBody = sent;
      // The server trims texts; the form keeps what was typed.
      setSaved({ ...stored, body: sent });
      setErrors({});
      setProblem(null);
      if (latest.current.body === sent) keep(null);
      void queries.invalidateQueries({ queryKey: [SITE, 'drafts'] });
      void queries.invalidateQueries({ queryKey: [SITE, 'items', document.entity] });
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
  // Another user has to press 'Try again'.
  const saveNow = useStable(async () => {
    if (isDirty && conflict === null && user?.name === author.current) queueSave();
    await running.current;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts another save of the same text
  useEffect(() => {
    if (!isDirty) {
      keep(null);
      return;
    }
    keep({ version: saved.version, body: changedFields(body, saved.body) });
    if (conflict) return;
    const timer = setTimeout(queueSave, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [body, isDirty, conflict, saved.version, attempt, kept]);

  useEffect(() => {
    window.addEventListener('online', saveNow);
    return () => window.removeEventListener('online', saveNow);
  }, [saveNow]);

  // After signing in again, the save that the end of the session refused is repeated. Another user has to press 'Try again'.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the user changes
  useEffect(() => {
    if (user?.name === author.current && problem) setAttempt((count) => count + 1);
  }, [user]);

  // Another part is opened before the pause after typing has passed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is closed
  useEffect(
    () => () => {
      if (latest.current.canSave) queueSave();
      readAfter(document, running.current);
    },
    [],
  );

  return {
    ...{ body, saved, errors, problem, conflict, isDirty, kept, saveNow },
    set: (name: string, value: unknown) => {
      if (author.current !== userName) {
        // The form goes on under the new user, who sees all of it.
        writeStored('localStorage', keyOf(document, author.current), null);
        author.current = userName;
        setKept(null);
      }
      setBody((previous) => ({ ...previous, [name]: value }));
    },
    retry: () => setAttempt((count) => count + 1),
    /**
     * Runs an action that stores another version, and shows that one. What was typed is lost, unless the action fails.
     * @param action Gets the newest stored version.
     */
    async replaceBy(action: (version: number) => Promise<unknown>): Promise<void> {
      isReplaced.current = true;
      try {
        await running.current;
        await action(latest.current.version);
      } catch (error) {
        isReplaced.current = false;
        setAttempt((count) => count + 1);
        throw error;
      }
      keep(null);
      void queries.resetQueries({ queryKey: [SITE] });
    },
    /** Puts the copy of an earlier visit into the form, or removes it. */
    answerKept(choice: 'use' | 'discard') {
      if (choice === 'use' && kept) {
        author.current = userName;
        setBody((previous) => ({ ...previous, ...kept.body }));
        // If someone else has saved since it was typed, the next save finds the conflict.
        if (kept.version !== document.version) setSaved((previous) => ({ ...previous, version: kept.version }));
      }
      setKept(null);
    },
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
