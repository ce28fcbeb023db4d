import { useLingui } from '@lingui/react/macro';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import type { AuditEntry } from '#shared/contracts/admin.ts';
import { auditLabels } from '../audit-labels.ts';
import { toLabel } from '../to-label.ts';
import { AuditOutcome } from './audit-outcome.tsx';

/** One act: who, when, and what was sent, without secrets. */
export function AuditEntrySheet({ act, onClose }: { act: AuditEntry; onClose: () => void }) {
	const { i18n } = useLingui();
	return (
		<Sheet isOpen onClose={onClose} title={toLabel(i18n, auditLabels, act.action)}>
			<Detail act={act} />
		</Sheet>
	);
}

function Detail({ act }: { act: AuditEntry }) {
	const { t } = useLingui();
	const dateTime = useViewerTime();
	const facts: [string, string][] = [
		[t`Admin`, act.actorEmail],
		[t`When`, dateTime(act.createdAt)],
		[t`API call`, act.action],
		[t`Subject`, act.subject],
		[t`Response`, act.outcome === null ? '' : String(act.outcome)],
		[t`Request`, act.requestId],
	];
	return (
		<div className="flex flex-col gap-5">
			<AuditOutcome outcome={act.outcome} />
			<DescriptionList facts={facts} />
			<section aria-label={t`Request data`}>
				<pre className="rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]">
					{JSON.stringify(act.input, null, 2)}
				</pre>
			</section>
		</div>
	);
}
