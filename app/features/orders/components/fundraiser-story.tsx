import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentText } from '#app/lib/document-texts.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { Supporters } from '../supporters/supporters.tsx';
import { DonorWall } from './donor-wall.tsx';
import { FundraiserUpdates } from './fundraiser-updates.tsx';

/** Of the element that holds the story; see `useDocumentText`. */
export const storyKey = (eventId: string) => `story-${eventId}`;

/** What the money is for, who gave already, and who raises money in their own name. */
export function FundraiserStory(props: {
	event: { slug: string; timeZone: string };
	fundraiser: Fundraiser;
	/** Whose page is shown; null: none was asked for; `gone`: it is not public. */
	supporter: SupporterPage | 'gone' | null;
}) {
	const { t } = useLingui();
	const { event, fundraiser } = props;
	const { timeZone } = event;
	const supporter = props.supporter === 'gone' ? null : props.supporter;
	const id = storyKey(fundraiser.eventId);
	const html = useDocumentText(id, fundraiser.storyHtml);
	return (
		<>
			{fundraiser.state === 'live' ? null : (
				<Callout tone="info" title={t`Preview`}>
					<Trans>Only your team sees this. Donations open once the fundraiser is live.</Trans>
				</Callout>
			)}
			{props.supporter === 'gone' ? (
				<Callout tone="info">
					<Trans>This supporter’s page isn’t available. You can still donate to the fundraiser.</Trans>
				</Callout>
			) : null}
			{html ? (
				<section aria-labelledby="story" className="flex flex-col gap-3">
					<h2 id="story" className="text-xl font-semibold">
						<Trans>Why we’re raising money</Trans>
					</h2>
					<SanitisedHtml
						id={id}
						html={html}
						className="prose max-w-measure [overflow-wrap:anywhere]"
						dir="auto"
					/>
				</section>
			) : null}
			<Supporters fundraiser={fundraiser} slug={event.slug} supporter={supporter} />
			{supporter ? null : <FundraiserUpdates fundraiser={fundraiser} timeZone={timeZone} />}
			<DonorWall key={supporter?.id} {...{ fundraiser, timeZone, supporter }} />
		</>
	);
}
