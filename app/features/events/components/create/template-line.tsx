import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { CoverPreview } from '../cover-preview.tsx';

/** Which template the draft begins with and what it makes so far, and the way back to none. */
export function TemplateLine(props: { draft: EventDraft; hasGallery: boolean; onLeave: () => void }) {
	const { t } = useLingui();
	const { templateName } = props.draft;
	const line = (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
			<span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
				<Trans>
					Template: <strong className="font-medium">{templateName}</strong>
				</Trans>
			</span>
			{props.hasGallery ? null : (
				<Link to="/templates" className="link">
					<Trans>All templates</Trans>
				</Link>
			)}
			<Button variant="ghost" size="sm" onClick={props.onLeave}>
				{t`Start from scratch`}
			</Button>
		</p>
	);
	if (!props.hasGallery) return line;
	return (
		<div className="flex flex-col gap-3">
			{line}
			<SmallPreview draft={props.draft} />
		</div>
	);
}

/** The event as a list will show it, beside the gallery in which there is no room for its page. */
function SmallPreview({ draft }: { draft: EventDraft }) {
	const { t } = useLingui();
	const formats = useFormats();
	const startsAt = asIfUtc(draft.startsAtLocal);
	const when = startsAt
		? formats.when({ startsAt, endsAt: asIfUtc(proposedEnd(draft)), timeZone: 'UTC' })
		: null;
	return (
		<section aria-label={t`Preview`} className="flex items-center gap-3 rounded-lg border p-2">
			<CoverPreview
				from={{ seed: draft.coverSeed, category: draft.category }}
				className="aspect-16/9 w-28 flex-none rounded-md bg-event-wash object-cover"
			/>
			<div className="min-w-0 text-sm">
				<p className="line-clamp-2 font-medium [overflow-wrap:anywhere]" dir="auto">
					{draft.title.trim() || t`Your event`}
				</p>
				<p className="text-compact text-muted">
					{when ? [when.date, when.time].filter(Boolean).join(' · ') : t`Date and time`}
				</p>
			</div>
		</section>
	);
}
