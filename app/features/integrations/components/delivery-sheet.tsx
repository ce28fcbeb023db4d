import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { Delivery, DeliveryDetail } from '#shared/contracts/deliveries.ts';
import type { Connection } from '#shared/contracts/integrations.ts';
import { DELIVERY_DAYS } from '#shared/rules/periods.ts';
import type { MessageType } from '#shared/rules/webhook-types.ts';
import { useConnectionActions, useDeliveries, useDelivery } from '../api.ts';
import { useDeliveryState, useOutcomeText, useTypeLabels } from '../labels.ts';

type State = '' | Delivery['state'];

/** The log of a connection: what was sent, how it ended, and the way to send it again. */
export function DeliverySheet(props: { organisation: string; connection: Connection; onClose: () => void }) {
	const { t } = useLingui();
	const { organisation, connection, onClose } = props;
	const [state, setState] = useState<State>('');
	const [opened, setOpened] = useState<string | null>(null);
	const list = useDeliveries(organisation, connection.id, state);
	const rows = list.data ?? [];
	return (
		<Sheet isOpen onClose={onClose} title={t`Log of ${connection.name || connection.target}`}>
			<div className="flex flex-col gap-4">
				<p className="text-sm text-muted">
					<Trans>The last {DELIVERY_DAYS} days. The ID of a message is the same for every attempt.</Trans>
				</p>
				<Select
					label={t`Show`}
					value={state}
					onChange={(change) => setState(change.target.value as State)}
					options={[
						{ value: '', label: t`All messages` },
						{ value: 'due', label: t`Waiting and retrying` },
						{ value: 'delivered', label: t`Delivered` },
						{ value: 'dead', label: t`Failed` },
						{ value: 'dropped', label: t`Dropped` },
					]}
				/>
				<ErrorCallout error={list.error} onRetry={list.refetch} />
				{list.isPending ? <Skeleton className="h-40" /> : null}
				{list.data && rows.length === 0 ? (
					<EmptyState
						title={state ? t`No such messages` : t`Nothing was sent yet`}
						description={state ? undefined : t`Send a test message from the menu of this connection.`}
					/>
				) : null}
				<ul className="flex flex-col">
					{rows.map((delivery) => (
						<DeliveryRow
							key={delivery.id}
							organisation={organisation}
							connection={connection}
							delivery={delivery}
							isOpen={opened === delivery.id}
							onToggle={() => setOpened(opened === delivery.id ? null : delivery.id)}
						/>
					))}
				</ul>
				<ShowMore {...moreOf(list)} />
			</div>
		</Sheet>
	);
}

function DeliveryRow(props: {
	organisation: string;
	connection: Connection;
	delivery: Delivery;
	isOpen: boolean;
	onToggle: () => void;
}) {
	const { t } = useLingui();
	const dateTime = useViewerTime();
	const labels = useTypeLabels();
	const outcome = useOutcomeText();
	const { delivery, isOpen } = props;
	const state = useDeliveryState()(delivery);
	const type = labels[delivery.type as MessageType] ?? delivery.type;
	const next = delivery.nextAt && delivery.attempts > 0 ? dateTime(delivery.nextAt) : '';
	return (
		<li className="border-t py-3 first:border-t-0">
			<button
				type="button"
				aria-expanded={isOpen}
				onClick={props.onToggle}
				className="flex w-full flex-col gap-1 rounded-md text-start"
			>
				<span className="flex flex-wrap items-center gap-2">
					<span className="font-medium">{type}</span>
					<StatusBadge tone={state.tone}>{state.label}</StatusBadge>
				</span>
				<span className="text-compact text-muted">
					{dateTime(delivery.occurredAt)}
					{delivery.replayOf ? ` · ${t`sent again`}` : ''}
					{delivery.attempts > 1 ? (
						<>
							{' · '}
							<Plural value={delivery.attempts} one="# try" other="# tries" />
						</>
					) : null}
				</span>
				{delivery.lastError || delivery.lastStatus ? (
					<span className="text-compact text-muted">
						{outcome({ status: delivery.lastStatus, error: delivery.lastError })}
						{next ? ` ${t`Next try ${next}.`}` : ''}
					</span>
				) : null}
			</button>
			{isOpen ? <Detail {...props} /> : null}
		</li>
	);
}

function Detail(props: { organisation: string; connection: Connection; delivery: Delivery }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { organisation, connection, delivery } = props;
	const found = useDelivery(organisation, connection.id, delivery.id);
	const { replay } = useConnectionActions(organisation);
	if (found.error && !found.data) return <ErrorCallout error={found.error} onRetry={found.refetch} />;
	if (!found.data) return <Skeleton className="mt-3 h-40" />;
	const { body } = found.data;
	return (
		<div className="flex flex-col gap-3 pt-3 text-compact">
			<p className="[overflow-wrap:anywhere]">
				<code dir="ltr">{delivery.messageId}</code>
			</p>
			<Tries tries={found.data.attemptLog} />
			<div className="flex items-center justify-between gap-4 font-medium">
				<Trans>What is sent</Trans>
				<CopyButton text={body} />
			</div>
			<GuestsNote guests={found.data.guests} />
			<pre dir="ltr" className="rounded-md bg-ink/5 p-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
				<code>{JSON.stringify(JSON.parse(body), null, 2)}</code>
			</pre>
			{connection.state === 'active' && delivery.state !== 'due' ? (
				<div>
					<Button
						size="sm"
						variant="outline"
						isLoading={replay.isPending}
						onClick={() => void attempt(replay.mutateAsync(delivery.id), t`The message is being resent.`)}
					>
						{t`Send again`}
					</Button>
				</div>
			) : null}
		</div>
	);
}

/** Why names and emails are missing in what is shown, or that they are of now. */
function GuestsNote({ guests }: { guests: DeliveryDetail['guests'] }) {
	if (guests === null) return null;
	return (
		<p className="text-muted">
			{guests === 'withheld' ? (
				<Trans>
					Sent without names and emails: the member who set up this connection can no longer see these people.
					To include them again, a member who can see them must open the connection and save it.
				</Trans>
			) : guests === 'hidden' ? (
				<Trans>Names and emails are sent too. You need the right to see attendees to view them here.</Trans>
			) : (
				<Trans>Names and emails are shown as they are now.</Trans>
			)}
		</p>
	);
}

function Tries({ tries }: { tries: DeliveryDetail['attemptLog'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const dateTime = useViewerTime();
	const outcome = useOutcomeText();
	if (tries.length === 0) return null;
	return (
		<ol aria-label={t`Tries`} className="flex flex-col gap-1">
			{tries.map((one) => (
				<li key={one.number}>
					{one.number}. {dateTime(one.at)}: {outcome(one)}{' '}
					<span className="text-muted">
						{t`${formats.number(one.durationMs)} ms`}
						{one.guests === 'included' ? ` · ${t`with names and emails`}` : ''}
						{one.guests === 'withheld' ? ` · ${t`names and emails left out`}` : ''}
					</span>
				</li>
			))}
		</ol>
	);
}
