import type { Client } from '@godhuli/contracts/clients';
import { LANGUAGES, type Language } from '@godhuli/contracts/inquiries';
import { dayInWords, fieldsLeftIn, fillTemplate } from '@godhuli/contracts/reply-templates';
import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useRef, useState } from 'react';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button, ButtonAnchor } from '../../ui/button';
import { copyText } from '../../ui/copy-text';
import { Confirm } from '../../ui/dialog';
import { namedOptions, optionsOf, SelectField } from '../../ui/select-field';
import { muted } from '../../ui/text.styles';
import { TextAreaField } from '../../ui/text-area-field';
import { box, buttons, fieldRow, form } from './client-detail.styles';
import { addEntry, packageNamesQuery, templatesQuery } from './clients.requests';
import { LANGUAGE_NAMES } from './language-names';
import { useClientChange } from './use-client-changes';

/** What a message is filled from. */
interface Choice {
  templateId: string;
  language: Language;
  packageName: string;
}

const OPEN_WHATSAPP = (
  <>
    <MessageCircle aria-hidden="true" strokeWidth={1.75} /> Open WhatsApp
  </>
);

/** A reply from a template, copied or sent by WhatsApp, which staff then confirm. */
export function ReplyComposer({ client }: { client: Client }) {
  const templates = useQuery(templatesQuery).data ?? [];
  const packages = useQuery(packageNamesQuery).data ?? [];
  const [choice, setChoice] = useState<Choice>({ templateId: '', language: client.language, packageName: '' });
  const [edited, setEdited] = useState<string | null>(null);
  /** the text that was last copied or recorded */
  const [used, setUsed] = useState('');
  /** a choice whose text would replace what was typed */
  const [asked, setAsked] = useState<Choice | null>(null);
  const [said, setSaid] = useState('');
  const [sent, setSent] = useState<{ text: string; repliedTo: string | null } | null>(null);
  const [newest] = client.inquiries;
  const { language } = choice;
  const templateOf = ({ templateId }: Choice) => templates.find(({ _id }) => _id === templateId);
  const textOf = (next: Choice) =>
    fillTemplate(templateOf(next)?.texts[next.language] ?? '', {
      ...{ name: client.name, date: dayInWords(newest?.eventDate ?? null, next.language), package: next.packageName },
    });
  const template = templateOf(choice);
  const filled = textOf(choice);
  const text = edited ?? filled;
  const missing = fieldsLeftIn(text).map((field) => `The ${field} is missing: fill it in or remove {${field}}.`);
  const section = useRef<HTMLElement>(null);
  const refuse = () => {
    setSaid('Please complete the message first.');
    // Its description names what is missing.
    section.current?.querySelector('textarea')?.focus();
  };
  const isUnsaved = text.trim() !== '' && text !== filled && text !== used;
  useUnsavedChanges(isUnsaved);
  const phone = client.contacts.find(({ kind }) => kind === 'phone')?.key;
  const record = useClientChange('We could not record the reply', (reply: NonNullable<typeof sent>) =>
    addEntry(client._id, { kind: 'whatsapp', ...reply }),
  );
  const replace = (next: Choice) => {
    setChoice(next);
    setEdited(null);
    setAsked(null);
  };
  const choose = (change: Partial<Choice>) => {
    const next = { ...choice, ...change };
    const nextText = textOf(next);
    setSaid('');
    if (nextText === '' || nextText === filled) setChoice(next);
    else if (isUnsaved) setAsked(next);
    else replace(next);
  };
  const copy = async () => {
    if (missing.length > 0) return refuse();
    if (!(await copyText(text))) return setSaid('We could not copy it. Please select the text and copy it.');
    setUsed(text);
    setSaid('Copied.');
  };
  return (
    <section ref={section} aria-labelledby="client-reply">
      <h3 id="client-reply">Reply</h3>
      <div css={form}>
        <div css={fieldRow}>
          <SelectField
            label="Template"
            none="No template"
            value={choice.templateId}
            options={namedOptions(templates)}
            onChange={(templateId) => choose({ templateId })}
          />
          <SelectField
            label="Language"
            value={language}
            options={optionsOf(LANGUAGES, (each) => LANGUAGE_NAMES[each])}
            onChange={(next) => choose({ language: next })}
          />
          <SelectField
            label="Package"
            none="None"
            value={choice.packageName}
            options={optionsOf(packages.map(({ name }) => name))}
            onChange={(packageName) => choose({ packageName })}
          />
        </div>
        {template && template.texts[language] === '' && (
          <p css={muted}>This template has no text in {LANGUAGE_NAMES[language]}.</p>
        )}
        <TextAreaField
          label="Message"
          rows={4}
          lang={language}
          value={text}
          error={missing.join(' ')}
          onChange={(next) => {
            setEdited(next);
            setSaid('');
          }}
        />
        <div css={buttons}>
          {phone && missing.length > 0 && (
            <Button variant="primary" onClick={refuse}>
              {OPEN_WHATSAPP}
            </Button>
          )}
          {phone && missing.length === 0 && (
            <ButtonAnchor
              variant="primary"
              href={`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`}
              target="_blank"
              rel="noreferrer"
              onClick={() => setSent({ text, repliedTo: newest?._id ?? null })}
            >
              {OPEN_WHATSAPP}
            </ButtonAnchor>
          )}
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" strokeWidth={1.75} /> Copy
          </Button>
          {!phone && <p css={muted}>No phone number was given.</p>}
        </div>
        <p role="status">{said}</p>
        {sent !== null && (
          <div css={box} role="status">
            <strong>Replied on WhatsApp?</strong>
            <div css={buttons}>
              <Button
                variant="primary"
                isBusy={record.isPending}
                onClick={() =>
                  record.mutate(
                    { ...sent, text: sent.text || 'Chat opened' },
                    {
                      onSuccess: () => {
                        setUsed(sent.text);
                        setSent(null);
                      },
                    },
                  )
                }
              >
                Yes, record it
              </Button>
              <Button onClick={() => setSent(null)}>No</Button>
            </div>
          </div>
        )}
      </div>
      {asked && (
        <Confirm
          question="Replace your message with the template?"
          confirmLabel="Replace"
          cancelLabel="Keep my message"
          onConfirm={() => replace(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}
