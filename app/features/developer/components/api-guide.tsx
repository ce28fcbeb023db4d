import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFirstEvents } from '#app/features/events/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { useAppUrl } from '#app/shell/app-url.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { SettingsRow } from '#app/ui/settings-row.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { CodeBlock } from './code-block.tsx';

type Organisation = CurrentUser['organisations'][number];

/** How to call the API, with the organisation's own events in the examples. */
export function ApiGuide({ organisation }: { organisation: Organisation }) {
	const { t } = useLingui();
	const appUrl = useAppUrl();
	const apiUrl = new URL('/api', appUrl).href;
	return (
		<div className="flex flex-col gap-6">
			<Card
				title={<Trans>API reference</Trans>}
				description={
					<Trans>OpenAPI 3.1 spec, generated from our schemas. Works with client generators.</Trans>
				}
			>
				<SettingsRow title={<Trans>Base URL</Trans>} description={<Code text={apiUrl} />}>
					<CopyButton text={apiUrl} label={t`Copy`} variant="outline" />
				</SettingsRow>
				<FileRow file="openapi.json" title={<Trans>OpenAPI document</Trans>} />
				<FileRow file="client.ts" title={<Trans>TypeScript client</Trans>} />
				<FileRow file="postman.json" title={<Trans>Postman collection</Trans>} />
				<SettingsRow
					title={<Trans>Try the API</Trans>}
					description={<Trans>Every endpoint, with examples in curl, TypeScript and Python.</Trans>}
				>
					<ButtonLink to="/api-docs" variant="outline" size="sm">
						{t`API Docs`}
					</ButtonLink>
				</SettingsRow>
			</Card>
			<Card
				title={<Trans>Authentication</Trans>}
				description={
					<Trans>
						Send an API key with each call, as a bearer token. Errors have a code, a message and, if a scope
						is missing, its name.
					</Trans>
				}
			>
				<Example label={t`Who am I?`} text={curl(`${apiUrl}/me`, [withKey])} />
			</Card>
			<EventsOf id={organisation.id} name={organisation.name} />
		</div>
	);
}

/** A file made from the API: its address to copy, and a download. */
function FileRow({ file, title }: { file: string; title: ReactNode }) {
	const { t } = useLingui();
	const url = new URL(`/api/${file}`, useAppUrl()).href;
	return (
		<SettingsRow title={title} description={<Code text={url} />}>
			<CopyButton text={url} label={t`Copy`} variant="outline" />
			<a
				href={`/api/${file}`}
				download={file}
				className="link inline-flex min-h-11 items-center px-2 text-sm"
				aria-label={t`Download ${file}`}
			>
				<Trans>Download</Trans>
			</a>
		</SettingsRow>
	);
}

function EventsOf({ id, name }: { id: string; name: string }) {
	const { t } = useLingui();
	const appUrl = useAppUrl();
	const found = useFirstEvents(id, 'all', 5);
	const error = readError(found);
	const events = found.data?.data ?? [];
	const [first] = events;
	return (
		<Card
			title={<Trans>Examples for {name}</Trans>}
			description={<Trans>Set $FOYER_KEY to an API key, then paste into a terminal.</Trans>}
		>
			<ErrorCallout error={error} onRetry={found.refetch} />
			{found.isPending ? <Skeleton className="h-40" /> : null}
			{found.data ? (
				<div className="flex flex-col gap-4">
					<Example
						label={t`List ${name}’s events`}
						text={curl(`${appUrl}/api/organisations/${id}/events?view=all`, [withKey])}
					/>
					{first ? (
						<>
							<Example
								label={t`List guests of ${first.title}`}
								text={curl(`${appUrl}/api/events/${first.id}/attendees`, [withKey])}
							/>
							<section aria-label={t`Your newest events`}>
								<h3 className="pb-1 text-sm font-medium">
									<Trans>Your newest events</Trans>
								</h3>
								{events.map((event) => (
									<SettingsRow key={event.id} title={event.title} description={<Code text={event.id} />}>
										<CopyButton text={event.id} label={t`Copy ID`} variant="outline" />
									</SettingsRow>
								))}
							</section>
						</>
					) : (
						<EmptyState
							drawing="calendar"
							title={t`No events yet`}
							action={<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>}
						/>
					)}
				</div>
			) : null}
		</Card>
	);
}

const withKey = '-H "Authorization: Bearer $FOYER_KEY"';
const curl = (url: string, parts: string[]) => [`curl "${url}"`, ...parts].join(' \\\n  ');

const Code = ({ text }: { text: string }) => (
	<code dir="ltr" className="[overflow-wrap:anywhere]">
		{text}
	</code>
);

function Example({ label, text }: { label: string; text: string }) {
	return (
		<figure className="flex flex-col gap-2">
			<figcaption className="flex items-center justify-between gap-4 text-sm font-medium">
				{label}
				<CopyButton text={text} />
			</figcaption>
			<CodeBlock text={text} />
		</figure>
	);
}
