import { useDraftPicture } from '#app/features/events/draft-picture.ts';
import type { EventDraft } from '#app/features/events/stored-draft.ts';
import { CoverPreview } from '../cover-preview.tsx';

/** The cover of a draft: the picture that this browser keeps for it, or the one that is drawn. */
export function DraftCover({ draft, className }: { draft: EventDraft; className: string }) {
	const picture = useDraftPicture(draft.picture);
	// While it is read its place is empty: another cover would flash.
	if (picture === undefined) return <div className={className} />;
	if (picture)
		return <img src={picture} alt={draft.coverAlt} width={1200} height={675} className={className} />;
	return <CoverPreview from={{ seed: draft.coverSeed, category: draft.category }} className={className} />;
}
