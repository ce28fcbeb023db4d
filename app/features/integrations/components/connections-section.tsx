import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Connection } from '#shared/contracts/integrations.ts';
import { OLD_SECRET_HOURS } from '#shared/rules/periods.ts';
import { useConnectionActions, useConnections } from '../api.ts';
import { type ConnectionAct, ConnectionRow } from './connection-row.tsx';
import type { MadeSecret } from './secret-card.tsx';

const ConnectionDialog = lazyDialog(() =>
	import('./connection-dialog.tsx').then((module) => module.ConnectionDialog),
);
const PastDialog = lazyDialog(() => import('./past-dialog.tsx').then((module) => module.PastDialog));
const DeliverySheet = lazyDialog(() => import('./delivery-sheet.tsx').then((module) => module.DeliverySheet));
const SecretCard = lazyPart(() => import('./secret-card.tsx').then((module) => module.SecretCard), null);

type Open = { act: 'new'; connection: null } | { act: ConnectionAct; connection: Connection } | null;

/** Webhooks and chats of an organisation: make, test, pause, rotate and remove them, and read their logs. */
export function ConnectionsSection(props: {
	organisation: string;
	/** Whether signing secrets may be shown again. */
	mayReveal: boolean;
	/** Whether a webhook of theirs may include names and emails of guests. */
	maySeeGuests: boolean;
	confirmed: Confirmed;
}) {
	const { t } = useLingui();
	const { organisation, mayReveal, confirmed } = props;
	const attempt = useAttempt();
	const found = useConnections(organisation);
	const actions = useConnectionActions(organisation);
	const [open, setOpen] = useState<Open>(null);
	const [made, setMade] = useState<MadeSecret | null>(null);
	const close = () => setOpen(null);
	const connections = found.data?.data ?? [];
	const error = readError(found);
	const show = (fresh: MadeSecret & { secret: string | null }) => {
		setMade(fresh.secret ? fresh : null);
		close();
	};
	const reveal = async (connection: Connection) => {
		const { secret } = await actions.reveal.mutateAsync(connection.id);
		show({ ...connection, secret });
	};
	const start = (
		<Button icon={Plus} size="sm" onClick={() => setOpen({ act: 'new', connection: null })}>
			{t`Add connection`}
		</Button>
	);

	function run(act: ConnectionAct, connection: Connection) {
		if (act === 'test')
			void attempt(actions.test.mutateAsync(connection.id), t`Test message sent. See the log.`);
		else if (act === 'pause') void attempt(actions.pause.mutateAsync(connection.id));
		else if (act === 'resume') void attempt(actions.resume.mutateAsync(connection.id));
		else if (act === 'replay')
			void attempt(actions.replayDead.mutateAsync(connection.id), t`Failed messages are being resent.`);
		else if (act === 'reveal') void attempt(confirmed(() => reveal(connection)));
		else setOpen({ act, connection });
	}

	return (
		<Card
			id="webhooks"
			className="scroll-mt-24"
			title={<Trans>Webhooks and chats</Trans>}
			description={
				<Trans>
					Send events to other tools in real time. Names and emails of guests are only sent to webhooks that
					include them.
				</Trans>
			}
			actions={connections.length > 0 ? start : null}
		>
			<div className="flex flex-col gap-4">
				<ErrorCallout error={error} onRetry={found.refetch} />
				{found.isPending ? <Skeleton className="h-59 md:h-54" /> : null}
				{made ? <SecretCard made={made} onClose={() => setMade(null)} /> : null}
				{found.data && connections.length === 0 ? (
					<EmptyState
						title={t`No connections yet`}
						description={t`Add a webhook for your own program, Zapier, Make or n8n, or connect a channel in Slack, Mattermost, Discord or Teams.`}
						action={start}
					/>
				) : null}
				{connections.length > 0 ? (
					<ul className="divide-y divide-hairline">
						{connections.map((connection) => (
							<ConnectionRow
								key={connection.id}
								connection={connection}
								mayReveal={mayReveal}
								onAct={(act) => run(act, connection)}
							/>
						))}
					</ul>
				) : null}
			</div>
			{open?.act === 'new' || open?.act === 'edit' ? (
				<ConnectionDialog
					organisation={organisation}
					connection={open.connection}
					maySeeGuests={props.maySeeGuests}
					onClose={close}
					onSave={async (body) => {
						if (open.act === 'new') return show(await actions.create.mutateAsync(body));
						const { kind: _, ...changes } = body;
						const { id: connection, version } = open.connection;
						await actions.update.mutateAsync({ connection, version, ...changes });
						close();
					}}
				/>
			) : null}
			{open?.act === 'past' ? (
				<PastDialog
					connection={open.connection}
					onClose={close}
					onAsk={(body) => actions.backfill.mutateAsync({ connection: open.connection.id, ...body })}
				/>
			) : null}
			{open?.act === 'log' ? (
				<DeliverySheet organisation={organisation} connection={open.connection} onClose={close} />
			) : null}
			<ConfirmActs open={open} actions={actions} onClose={close} onSecret={show} />
		</Card>
	);
}

/** Asks before a connection is removed or gets another secret. */
function ConfirmActs(props: {
	open: Open;
	actions: ReturnType<typeof useConnectionActions>;
	onClose: () => void;
	onSecret: (fresh: MadeSecret & { secret: string | null }) => void;
}) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { open, actions, onClose, onSecret } = props;
	const target = open?.connection;
	return (
		<>
			<ConfirmDialog
				isOpen={open?.act === 'remove'}
				onClose={onClose}
				title={t`Remove ${target?.name || target?.target || ''}?`}
				description={t`Its secret and log are deleted, and nothing more is sent. This can’t be undone.`}
				confirmLabel={t`Remove`}
				isPending={actions.remove.isPending}
				onConfirm={() => {
					if (target)
						void attempt(actions.remove.mutateAsync(target.id), t`Connection removed`).then(onClose);
				}}
			/>
			<ConfirmDialog
				isOpen={open?.act === 'rotate'}
				onClose={onClose}
				isDestructive={false}
				title={t`Create a new signing secret?`}
				description={t`For ${OLD_SECRET_HOURS} hours messages are signed with both secrets, so that you can update your program.`}
				confirmLabel={t`New secret`}
				isPending={actions.rotate.isPending}
				onConfirm={() => {
					if (target)
						void attempt(actions.rotate.mutateAsync(target.id).then((fresh) => onSecret(fresh as never)));
				}}
			/>
		</>
	);
}
