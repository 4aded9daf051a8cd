import { LANGUAGES, type Language } from '@godhuli/contracts/inquiries';
import { MESSAGE_KINDS, type MessageKind } from '@godhuli/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KIND_LABELS } from '../../app/message-labels';
import { QueryResult } from '../../app/query-result';
import { optionsOf, SelectField } from '../../ui/select-field';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { previewQuery } from './messages.requests';
import { previewChoices, previewFrame, previewSummary, previewText } from './messages.styles';

const LANGUAGE_LABELS: Record<Language, string> = { en: 'English', mr: 'Marathi', hi: 'Hindi' };

/** A template with sample data, as HTML and as plain text. */
export function TemplatePreview() {
  const [kind, setKind] = useState<MessageKind>('acknowledgement');
  const [language, setLanguage] = useState<Language>('en');
  const preview = useQuery(previewQuery(kind, language));
  return (
    <section aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      <p css={[muted, { marginTop: '.375rem' }]}>With sample data. Visitors get theirs in the language of the page.</p>
      <div css={previewChoices}>
        <SelectField
          label="Message"
          value={kind}
          options={optionsOf(MESSAGE_KINDS, (each) => KIND_LABELS[each])}
          onChange={setKind}
        />
        {kind === 'acknowledgement' && (
          <SelectField
            label="Language"
            value={language}
            options={optionsOf(LANGUAGES, (each) => LANGUAGE_LABELS[each])}
            onChange={setLanguage}
          />
        )}
      </div>
      <QueryResult
        query={preview}
        skeleton={<Skeleton style={{ height: '34rem', marginTop: '1rem' }} />}
        failure="We could not load the template. Check your connection and try again."
        marginTop="1rem"
      >
        {({ subject, text, html }) => (
          <>
            <p css={{ marginTop: '1rem' }}>
              <span css={muted}>Subject:</span> {subject}
            </p>
            {/* Without any permission: no scripts, no links, an origin of its own. */}
            <iframe title={`Preview: ${KIND_LABELS[kind]}`} sandbox="" srcDoc={html} css={previewFrame} />
            <details css={{ marginTop: '1rem' }}>
              <summary css={previewSummary}>Plain text</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
              <pre css={previewText} tabIndex={0}>
                {text}
              </pre>
            </details>
          </>
        )}
      </QueryResult>
    </section>
  );
}
