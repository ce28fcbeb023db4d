import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { usePageSettings } from '#app/features/organisers/api.ts';
import { useAppUrl } from '#app/shell/app-url.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import type { EmbedSubject } from '../embed-subject.ts';
import { type EmbedOptions, embedElement, snippetOf } from '../snippet.ts';
import { EmbedChoices } from './embed-choices.tsx';
import { EmbedNotes } from './embed-notes.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { SnippetBox } from './snippet-box.tsx';

/** The choices, the snippet and its preview as a card of a page. */
export function EmbedCard({ subject }: { subject: EmbedSubject }) {
	const { t } = useLingui();
	const title = subject.event ? t`Put it on your website` : t`Put events on your website`;
	return (
		<Card
			id="embed"
			aria-label={title}
			className="scroll-mt-24"
			title={title}
			description={
				subject.event ? (
					<Trans>
						Guests register on your website and pay for tickets in a new tab. They need no account, and you
						need no plugin.
					</Trans>
				) : (
					<Trans>
						Your upcoming public events as a list or a calendar. A snippet for one event is on its Share page.
					</Trans>
				)
			}
		>
			<EmbedPart subject={subject} />
		</Card>
	);
}

/** The same without a frame. */
export function EmbedPart({ subject }: { subject: EmbedSubject }) {
	const { t } = useLingui();
	const host = useAppUrl();
	const { event, organiser } = subject;
	const page = usePageSettings(organiser.id, subject.readsPage);
	const [chosen, setChosen] = useState<Omit<EmbedOptions, 'host' | 'event' | 'organiser'>>({
		show: event ? 'event' : 'list',
		theme: 'auto',
		accent: '',
		opens: 'panel',
		words: t`Get tickets`,
	});
	const [isSeries, setSeries] = useState(false);
	const isOfEvent = chosen.show === 'event' || chosen.show === 'button';
	const noLists = subject.isSandbox
		? t`Sandbox events don’t appear in lists.`
		: page.data?.isShown === false
			? t`Your organiser page is hidden. Show it in your organisation’s settings first.`
			: undefined;
	const options: EmbedOptions = {
		...chosen,
		host,
		organiser,
		event: event && { title: event.title, slug: (isSeries && event.seriesSlug) || event.slug },
	};
	const element = embedElement(options);
	const obstacle = isOfEvent ? event?.obstacle : null;
	const hasSnippet = obstacle !== 'closed-group' && (isOfEvent || !noLists);
	return (
		<div className="@container">
			<div className="grid items-start gap-x-8 gap-y-6 @3xl:grid-cols-2">
				<EmbedChoices
					{...{ chosen, noLists, host }}
					onChange={(changes) => setChosen({ ...chosen, ...changes })}
					{...(event && { event, isSeries, onSeries: setSeries })}
				/>
				<div className="flex min-w-0 flex-col gap-6">
					<Obstacle>
						{!isOfEvent
							? noLists
							: obstacle === 'closed-group'
								? t`Other websites can’t show an event that needs a password or an invitation. Link to its page instead.`
								: obstacle === 'draft'
									? t`Visitors see only the link until you publish the event. You can add the snippet to your website now; the preview is here once the event is live.`
									: undefined}
					</Obstacle>
					{!isOfEvent && event?.isUnlisted ? (
						<Obstacle>{t`This event is unlisted, so lists leave it out.`}</Obstacle>
					) : null}
					{hasSnippet ? (
						<>
							<div className="flex min-w-0 flex-col gap-2 text-sm">
								<h3 className="font-medium">
									<Trans>Snippet</Trans>
								</h3>
								<p className="text-muted">
									<Trans>
										Paste it as HTML where it should appear. A page with several snippets needs the first line
										only once.
									</Trans>
								</p>
								<SnippetBox text={snippetOf(options)} copyLabel={t`Copy snippet`} testId="embed-snippet" />
							</div>
							{obstacle === 'draft' ? null : <EmbedPreview element={element} theme={chosen.theme} />}
						</>
					) : null}
				</div>
			</div>
			<div className="mt-6">
				<EmbedNotes host={host} link={element.link.href} />
			</div>
		</div>
	);
}

const Obstacle = ({ children }: { children: ReactNode }) =>
	children ? <Callout tone="info">{children}</Callout> : null;
