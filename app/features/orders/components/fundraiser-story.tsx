import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentText } from '#app/lib/document-texts.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { SupporterHead } from '../supporters/supporter-head.tsx';
import { Supporters } from '../supporters/supporters.tsx';
import { DonorWall } from './donor-wall.tsx';
import { FundraiserUpdates } from './fundraiser-updates.tsx';
import { Thermometer } from './thermometer.tsx';

/** Of the element that holds the story; see `useDocumentText`. */
export const storyKey = (eventId: string) => `story-${eventId}`;

interface Props {
	event: { slug: string; timeZone: string; endsAt: string };
	fundraiser: Fundraiser;
	/** Whose page is shown; null: none was requested; `gone`: it is not public. */
	supporter: SupporterPage | 'gone' | null;
	now: string;
}

/** Content around a fundraiser’s form: with `isHead` the part before it. */
export function FundraiserStory({ isHead = false, ...props }: Props & { isHead?: boolean }) {
	return isHead ? <Head {...props} /> : <Rest {...props} />;
}

/** What comes before the form: how far it has come and what it is for, or, on the page of a supporter, their goal and words. */
function Head({ event, fundraiser, supporter, now }: Props) {
	const { t } = useLingui();
	return (
		<>
			{fundraiser.state === 'live' ? null : (
				<Callout tone="info" title={t`Preview`}>
					<Trans>Only your team sees this. Donations open once the fundraiser is live.</Trans>
				</Callout>
			)}
			{supporter === 'gone' ? (
				<Callout tone="info">
					<Trans>This supporter’s page isn’t available. You can still donate to the fundraiser.</Trans>
				</Callout>
			) : null}
			{supporter && supporter !== 'gone' ? (
				<SupporterHead supporter={supporter} path={`/register/${event.slug}`} eventId={fundraiser.eventId} />
			) : (
				<Cause {...{ event, fundraiser, now }} />
			)}
		</>
	);
}

/** What comes after the form: who raises money in their own name, news, and who gave already. */
function Rest({ event, fundraiser, now, ...props }: Props) {
	const { timeZone } = event;
	const supporter = props.supporter === 'gone' ? null : props.supporter;
	return (
		<>
			{supporter ? <Cause {...{ event, fundraiser, now }} /> : null}
			<Supporters fundraiser={fundraiser} slug={event.slug} supporter={supporter} />
			{supporter ? null : <FundraiserUpdates fundraiser={fundraiser} timeZone={timeZone} />}
			<DonorWall key={supporter?.id} {...{ fundraiser, timeZone, supporter }} />
		</>
	);
}

/** The goal, and what the money is for. */
function Cause({ event, fundraiser, now }: Pick<Props, 'event' | 'fundraiser' | 'now'>) {
	const id = storyKey(fundraiser.eventId);
	const html = useDocumentText(id, fundraiser.storyHtml);
	return (
		<>
			<Thermometer fundraiser={fundraiser} endsAt={event.endsAt} now={now} />
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
		</>
	);
}
