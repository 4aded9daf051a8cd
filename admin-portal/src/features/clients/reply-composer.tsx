import type { Client } from '@godhuli/contracts/clients';
import { LANGUAGES, type Language } from '@godhuli/contracts/inquiries';
import { dayInWords, fillTemplate } from '@godhuli/contracts/reply-templates';
import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import { Button, ButtonAnchor } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { SelectField } from '../../ui/select-field';
import { muted } from '../../ui/text.styles';
import { box, buttons, fieldRow, form } from './client-detail.styles';
import { addEntry, packageNamesQuery, templatesQuery } from './clients.requests';
import { LANGUAGE_NAMES } from './language-names';
import { useClientChange } from './use-client-changes';

/** A reply from a template, copied or sent by WhatsApp, which staff then confirm. */
export function ReplyComposer({ client }: { client: Client }) {
  const templates = useQuery(templatesQuery).data ?? [];
  const packages = useQuery(packageNamesQuery).data ?? [];
  const [templateId, setTemplateId] = useState('');
  const [language, setLanguage] = useState<Language>(client.language);
  const [packageName, setPackageName] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const [newest] = client.inquiries;
  const template = templates.find(({ _id }) => _id === templateId);
  const filled = fillTemplate(template?.texts[language] ?? '', {
    ...{ name: client.name, date: dayInWords(newest?.eventDate ?? null, language), package: packageName },
  });
  const text = edited ?? filled;
  const phone = client.contacts.find(({ kind }) => kind === 'phone')?.key;
  const record = useClientChange('We could not record the reply', (reply: string) =>
    addEntry(client._id, { kind: 'whatsapp', text: reply, repliedTo: newest?._id ?? null }),
  );
  const choose = (change: () => void) => {
    change();
    setEdited(null);
    setSaid('');
  };
  const select = (label: string, value: string, onChange: (value: string) => void, options: [string, string][]) => (
    <SelectField
      label={label}
      value={value}
      options={options.map(([key, name]) => ({ value: key, label: name }))}
      onChange={(next) => choose(() => onChange(next))}
    />
  );
  return (
    <section aria-labelledby="client-reply">
      <h3 id="client-reply">Reply</h3>
      <div css={form}>
        <div css={fieldRow}>
          {select('Template', templateId, setTemplateId, [
            ['', 'No template'],
            ...templates.map(({ _id, name }): [string, string] => [_id, name]),
          ])}
          {select(
            'Language',
            language,
            (value) => setLanguage(value as Language),
            LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]]),
          )}
          {select('Package', packageName, setPackageName, [
            ['', 'None'],
            ...packages.map(({ name }): [string, string] => [name, name]),
          ])}
        </div>
        {template && template.texts[language] === '' && (
          <p css={muted}>This template has no text in {LANGUAGE_NAMES[language]}.</p>
        )}
        <Field label="Message">
          {(control) => (
            <textarea
              {...control}
              css={inputStyles}
              rows={4}
              maxLength={5000}
              lang={language}
              value={text}
              onChange={({ target }) => setEdited(target.value)}
            />
          )}
        </Field>
        <div css={buttons}>
          {phone && (
            <ButtonAnchor
              variant="primary"
              href={`https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`}
              target="_blank"
              rel="noreferrer"
              onClick={() => setSent(text)}
            >
              <MessageCircle aria-hidden="true" strokeWidth={1.75} /> Open WhatsApp
            </ButtonAnchor>
          )}
          <Button
            onClick={() =>
              void navigator.clipboard.writeText(text).then(
                () => setSaid('Copied.'),
                () => setSaid('We could not copy it. Please select the text and copy it.'),
              )
            }
          >
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
                onClick={() => record.mutate(sent || 'Chat opened', { onSuccess: () => setSent(null) })}
              >
                Yes, record it
              </Button>
              <Button onClick={() => setSent(null)}>No</Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
