import { useLingui } from '@lingui/react/macro';
import { Shuffle } from 'lucide-react';
import { useMemo } from 'react';
import { useDraftPicture } from '#app/features/events/draft-picture.ts';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import MarkdownPreview from '#app/features/text-editing/components/markdown-preview.tsx';
import { Button } from '#app/ui/button.tsx';
import { coverHue } from '#shared/rules/cover/hues.ts';
import { makeCover } from '#shared/rules/cover.ts';
import { GuestView, PHONE } from '../review/guest-view.tsx';
import { instantOf } from './draft-progress.tsx';

const DAY_MS = 86_400_000;

/** The start of a draft; while it has none, tomorrow stands for it. */
export const startOf = (draft: EventDraft, now: Date): Date =>
	instantOf(draft.startsAtLocal, draft.timeZone) ?? new Date(now.getTime() + DAY_MS);

/** The page of a draft as a phone shows it. Needs `Temporal`. */
export function DraftGuestView({ draft }: { draft: EventDraft }) {
	const { t } = useLingui();
	const { coverSeed: seed, category, startsAtLocal, venueName: name, address, city, description } = draft;
	const picture = useDraftPicture(draft.picture);
	const drawn = useMemo(() => {
		const svg = makeCover({ seed, category }, { width: 960, height: 540 });
		return `data:image/svg+xml,${encodeURIComponent(svg)}`;
	}, [seed, category]);
	const startsAt = startOf(draft, new Date());
	const endsAt = instantOf(proposedEnd(draft), draft.timeZone) ?? startsAt;
	return (
		<GuestView
			event={{
				title: draft.title.trim() || t`Your event`,
				startsAt: startsAt.toISOString(),
				endsAt: endsAt.toISOString(),
				timeZone: draft.timeZone,
				isAllDay: false,
				format: draft.format,
				venue: { name, address, city },
				cover: { url: picture ?? drawn, alt: picture ? draft.coverAlt : '' },
				summary: draft.summary,
				descriptionHtml: '',
				refundPolicy: draft.refundPolicy,
				themeHue: coverHue({ seed, category }),
				hasNoStart: instantOf(startsAtLocal, draft.timeZone) === null,
			}}
			className={PHONE}
		>
			{description.trim() ? (
				<MarkdownPreview
					text={description}
					// As typed it has about the same height.
					waiting={
						<p className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
							{description}
						</p>
					}
				/>
			) : null}
		</GuestView>
	);
}

/** Another cover. */
export function ShuffleCover({ onShuffle }: { onShuffle: () => void }) {
	const { t } = useLingui();
	return (
		<Button variant="outline" icon={Shuffle} className="self-center" onClick={onShuffle}>
			{t`Shuffle cover`}
		</Button>
	);
}

/** The preview beside the long form; where it is longer than the window it scrolls by itself. */
export function DraftPreview(props: { draft: EventDraft; onShuffle: () => void }) {
	const { t } = useLingui();
	return (
		<section
			aria-label={t`Preview`}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className="flex flex-col gap-4 rounded-xl md:max-h-[calc(100dvh-7rem)] md:overflow-y-auto"
		>
			<DraftGuestView draft={props.draft} />
			{props.draft.picture ? null : <ShuffleCover onShuffle={props.onShuffle} />}
		</section>
	);
}
