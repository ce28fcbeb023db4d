import { Trans, useLingui } from '@lingui/react/macro';
import { Shuffle } from 'lucide-react';
import { useDraftPicture } from '#app/features/events/draft-picture.ts';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import { zoneCity } from '#shared/lib/formats.ts';
import { CoverPreview } from '../cover-preview.tsx';

/** The event as its page will show it, while it is being typed. */
export function PosterPreview({ draft, onShuffle }: { draft: EventDraft; onShuffle: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const startsAt = asIfUtc(draft.startsAtLocal);
	const endsAt = asIfUtc(proposedEnd(draft));
	const when = startsAt ? formats.when({ startsAt, endsAt, timeZone: 'UTC' }) : null;
	const city = draft.timeZone ? zoneCity(draft.timeZone) : '';
	const place =
		draft.format === 'online' ? t`Online` : [draft.venueName, draft.city].filter(Boolean).join(', ');
	return (
		<section aria-label={t`Preview`} className="flex flex-col gap-5">
			<div className="relative">
				<DraftCover
					draft={draft}
					className="aspect-16/9 w-full rounded-xl bg-event-wash object-cover shadow-lift"
				/>
				{draft.picture ? null : (
					<span className="absolute end-3 bottom-3">
						<Button size="sm" variant="outline" icon={Shuffle} onClick={onShuffle}>
							{t`Shuffle cover`}
						</Button>
					</span>
				)}
			</div>
			<div className="flex items-start gap-4">
				{startsAt ? <DateTile date={startsAt} timeZone="UTC" size="lg" /> : null}
				<div className="min-w-0">
					<p
						className="font-display text-2xl leading-tight font-semibold [overflow-wrap:anywhere]"
						dir="auto"
					>
						{draft.title.trim() || t`Your event`}
					</p>
					<p className="mt-1 text-muted">
						{when ? [when.date, when.time].filter(Boolean).join(' · ') : t`Date and time`}
						{when && city ? (
							<>
								{' · '}
								<Trans>{city} time</Trans>
							</>
						) : null}
					</p>
					{place ? (
						<p className="text-muted" dir="auto">
							{place}
						</p>
					) : null}
				</div>
			</div>
		</section>
	);
}

/** The cover of a draft: the picture that this browser stores for it, or the one that is drawn. */
function DraftCover({ draft, className }: { draft: EventDraft; className: string }) {
	const picture = useDraftPicture(draft.picture);
	// While it is read its place is empty: another cover would flash.
	if (picture === undefined) return <div className={className} />;
	if (picture)
		return <img src={picture} alt={draft.coverAlt} width={1200} height={675} className={className} />;
	return <CoverPreview from={{ seed: draft.coverSeed, category: draft.category }} className={className} />;
}
