import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentText } from '#app/lib/document-texts.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { DonorWall } from './donor-wall.tsx';
import { FundraiserUpdates } from './fundraiser-updates.tsx';

/** Of the element that holds the story; see `useDocumentText`. */
export const storyKey = (eventId: string) => `story-${eventId}`;

/** What the money is for, and who gave already. */
export function FundraiserStory({ fundraiser, timeZone }: { fundraiser: Fundraiser; timeZone: string }) {
	const { t } = useLingui();
	const id = storyKey(fundraiser.eventId);
	const html = useDocumentText(id, fundraiser.storyHtml);
	return (
		<>
			{fundraiser.state === 'live' ? null : (
				<Callout tone="info" title={t`Preview`}>
					<Trans>Only your team sees this. Donations open once the fundraiser is live.</Trans>
				</Callout>
			)}
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
			<FundraiserUpdates fundraiser={fundraiser} timeZone={timeZone} />
			<DonorWall fundraiser={fundraiser} timeZone={timeZone} />
		</>
	);
}
