import { useLingui } from '@lingui/react/macro';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Sheet } from '#app/ui/sheet.tsx';
import type { AdminAct } from '#shared/contracts/admin.ts';
import { ActOutcome } from './act-outcome.tsx';

/** One act: who, when, and what was sent, without secrets. */
export function ActSheet({ act, onClose }: { act: AdminAct | null; onClose: () => void }) {
	return (
		<Sheet isOpen={act !== null} onClose={onClose} title={act?.action ?? ''}>
			{act ? <Detail act={act} /> : null}
		</Sheet>
	);
}

function Detail({ act }: { act: AdminAct }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const facts: [string, string][] = [
		[t`Administrator`, act.actorEmail],
		[t`When`, formats.dateTime(act.createdAt, zone)],
		[t`Subject`, act.subject],
		[t`Status`, act.outcome === null ? '' : String(act.outcome)],
		[t`Request`, act.requestId],
	];
	return (
		<div className="flex flex-col gap-5">
			<ActOutcome outcome={act.outcome} />
			<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
				{facts
					.filter(([, value]) => value !== '')
					.map(([name, value]) => (
						<div key={name} className="contents">
							<dt className="text-muted">{name}</dt>
							<dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
						</div>
					))}
			</dl>
			<section aria-label={t`What was sent`}>
				<pre className="rounded-lg border bg-sunken p-4 font-mono text-compact whitespace-pre-wrap [overflow-wrap:anywhere]">
					{JSON.stringify(act.input, null, 2)}
				</pre>
			</section>
		</div>
	);
}
