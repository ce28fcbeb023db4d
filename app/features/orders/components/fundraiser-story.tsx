import { Trans } from '@lingui/react/macro';
import { useDocumentText } from '#app/lib/document-texts.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { DonorWall } from './donor-wall.tsx';

/** Of the element that holds the story; see `useDocumentText`. */
export const storyKey = (eventId: string) => `story-${eventId}`;

/** What the money is for, and who gave already. */
export function FundraiserStory({ fundraiser, timeZone }: { fundraiser: Fundraiser; timeZone: string }) {
	const id = storyKey(fundraiser.eventId);
	const html = useDocumentText(id, fundraiser.storyHtml);
	return (
		<>
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
			<DonorWall fundraiser={fundraiser} timeZone={timeZone} />
		</>
	);
}
