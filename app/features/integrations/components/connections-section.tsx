import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Connection } from '#shared/contracts/integrations.ts';
import { useConnectionActions, useConnections } from '../api.ts';
import { type ConnectionAct, ConnectionRow } from './connection-row.tsx';
import { type MadeSecret, SecretCard } from './secret-card.tsx';

const ConnectionDialog = lazyDialog(() =>
	import('./connection-dialog.tsx').then((module) => module.ConnectionDialog),
);
const PastDialog = lazyDialog(() => import('./past-dialog.tsx').then((module) => module.PastDialog));
const DeliverySheet = lazyDialog(() => import('./delivery-sheet.tsx').then((module) => module.DeliverySheet));

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
			void attempt(actions.test.mutateAsync(connection.id), t`Test message is on its way. See the log.`);
		else if (act === 'pause') void attempt(actions.pause.mutateAsync(connection.id));
		else if (act === 'resume') void attempt(actions.resume.mutateAsync(connection.id));
		else if (act === 'replay')
			void attempt(actions.replayDead.mutateAsync(connection.id), t`Failed messages are on their way again.`);
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
					Send what happens to other tools as it happens. Names and emails of guests are sent only to webhooks
					that you let include them.
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
						description={t`Add a webhook for your own program, Zapier, Make or n8n, or a channel of Slack, Mattermost, Discord or Teams.`}
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
				description={t`Its secret and its log are deleted, and nothing more is sent. You can’t undo this.`}
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
				title={t`Make a new signing secret?`}
				description={t`For 24 hours messages are signed with both, so that you can change your program over.`}
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
