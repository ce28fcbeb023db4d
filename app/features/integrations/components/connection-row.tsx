import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import { NameAndState } from '#app/ui/name-and-state.tsx';
import type { Connection } from '#shared/contracts/integrations.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';
import { useKindLabels, useStateText, useTypeLabels } from '../labels.ts';

/** Actions for a connection. */
export type ConnectionAct =
	| 'edit'
	| 'log'
	| 'test'
	| 'pause'
	| 'resume'
	| 'reveal'
	| 'rotate'
	| 'replay'
	| 'past'
	| 'remove';

/** One connection: where it sends, what, in which state, and what can be done with it. */
export function ConnectionRow(props: {
	connection: Connection;
	/** Whether its secret may be shown again. */
	mayReveal: boolean;
	onAct: (act: ConnectionAct) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const kinds = useKindLabels();
	const typeLabels = useTypeLabels();
	const { connection, onAct } = props;
	const state = useStateText()(connection);
	const name = connection.name || connection.target;
	const last = connection.lastDeliveredAt ? formats.relative(connection.lastDeliveredAt) : '';
	const since = connection.failingSince ? formats.relative(connection.failingSince) : '';
	const isActive = connection.state === 'active';
	const isSigned = connection.kind === 'webhook';
	const past = connection.backfill;
	const isSendingPast = past?.endedAt === null;
	const item = (id: ConnectionAct, label: string) => ({ id, label, onSelect: () => onAct(id) });
	const items = [
		...(isActive
			? [
					item('test', t`Send test message`),
					item('replay', t`Resend failed messages`),
					...(isSigned && !isSendingPast ? [item('past', t`Send past messages`)] : []),
				]
			: [item('resume', t`Resume`)]),
		item('edit', t`Edit`),
		...(isSigned && props.mayReveal ? [item('reveal', t`Show signing secret`)] : []),
		...(isSigned ? [item('rotate', t`New signing secret`)] : []),
		...(isActive ? [item('pause', t`Pause`)] : []),
		{ ...item('remove', t`Remove`), tone: 'destructive' as const },
	];
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
				<NameAndState name={name} state={state} />
				<p className="text-sm text-muted [overflow-wrap:anywhere]">
					{kinds[connection.kind]}
					{connection.name ? (
						<>
							{' · '}
							<span dir="ltr">{connection.target}</span>
						</>
					) : null}
				</p>
				<p className="text-sm text-muted">
					{connection.types.map((type) => typeLabels[type]).join(' · ')}
					{connection.eventIds ? (
						<>
							{' · '}
							<Plural value={connection.eventIds.length} one="# event only" other="# events only" />
						</>
					) : null}
				</p>
				{connection.withGuests ? (
					<p className="text-sm text-muted">
						<Trans>Includes names and emails of guests</Trans>
					</p>
				) : null}
				<p className="text-sm text-muted">
					{connection.stateReason === 'gone' ? (
						<Trans>The endpoint is gone (410). </Trans>
					) : connection.stateReason === 'failing' ? (
						<Trans>No delivery succeeded for {failingDays} days. Fix the endpoint, then resume. </Trans>
					) : since ? (
						<Trans>
							First failed {since}; retried for {failingDays} days.{' '}
						</Trans>
					) : null}
					{last ? <Trans>Last delivered {last}</Trans> : <Trans>Nothing delivered yet</Trans>}
				</p>
				{isSendingPast ? (
					<p className="text-sm text-muted tabular-nums">
						<Trans>
							Past messages: {formats.number(past.done)} of {formats.number(past.total)}
						</Trans>
					</p>
				) : null}
			</div>
			<div className="flex items-center gap-2">
				<Button size="sm" variant="outline" onClick={() => onAct('log')} aria-label={t`Log of ${name}`}>
					<Trans>Log</Trans>
				</Button>
				<IconMenu label={t`Actions for ${name}`} items={items} />
			</div>
		</li>
	);
}
