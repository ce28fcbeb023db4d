import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { EventDraft } from '#app/features/events/stored-draft.ts';
import { Button } from '#app/ui/button.tsx';

/** Which template the draft begins with, and the way back to none. */
export function TemplateLine(props: { draft: EventDraft; hasGallery: boolean; onLeave: () => void }) {
	const { t } = useLingui();
	const { templateName } = props.draft;
	return (
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
}
