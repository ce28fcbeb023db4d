import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFollowerCount } from '#app/features/organisers/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { MailingList } from '#shared/contracts/mailing-lists.ts';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import { useMailingListActions, useMailingLists } from '../api.ts';
import { type ConnectingOrganisation, ConnectList } from './connect-list.tsx';
import { type ListAct, ListRow } from './list-row.tsx';

const ConnectDialog = lazyDialog(() => import('./connect-dialog.tsx').then((module) => module.ConnectDialog));
const KeyDialog = lazyDialog(() => import('./key-dialog.tsx').then((module) => module.KeyDialog));
const ContactsSheet = lazyDialog(() => import('./contacts-sheet.tsx').then((module) => module.ContactsSheet));

type Open = { act: 'new'; service: MailingService } | { act: ListAct; id: string } | null;

/** Lists at other services that followers are added to: connect, watch, mend and disconnect them. */
export function MailingListsSection({ organisation }: { organisation: ConnectingOrganisation }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const found = useMailingLists(organisation.id);
	const actions = useMailingListActions(organisation.id);
	const [open, setOpen] = useState<Open>(null);
	const card = useRef<HTMLDivElement>(null);
	const close = () => setOpen(null);
	const lists = found.data?.data ?? [];
	const target = open && open.act !== 'new' ? lists.find(({ id }) => id === open.id) : undefined;

	function run(act: ListAct, { id }: MailingList) {
		if (act === 'pause') void attempt(actions.pause.mutateAsync(id));
		else if (act === 'resume') void attempt(actions.resume.mutateAsync(id));
		else setOpen({ act, id });
	}

	return (
		<Card
			id="mailing-lists"
			className="scroll-mt-24"
			title={<Trans>Mailing lists</Trans>}
			description={
				<Trans>
					Followers who agreed to your news are added to your list at Mailchimp, Brevo or listmonk, and
					removed when they unsubscribe. No other guests are added.{' '}
					<Link to="/help/mailing-lists" className="link">
						How it works
					</Link>
				</Trans>
			}
		>
			<div ref={card} tabIndex={-1} className="flex flex-col gap-5 outline-none">
				<ErrorCallout error={readError(found)} onRetry={found.refetch} />
				{found.isPending ? <Skeleton className="h-40" /> : null}
				{lists.length > 0 ? (
					<ul aria-label={t`Connected mailing lists`} className="divide-y divide-hairline">
						{lists.map((list) => (
							<ListRow
								key={list.id}
								list={list}
								seesFollowers={organisation.seesFollowers}
								isChanging={actions.resume.isPending && actions.resume.variables === list.id}
								onAct={(act) => run(act, list)}
							/>
						))}
					</ul>
				) : null}
				{found.data ? (
					<ConnectList
						organisation={organisation}
						connected={lists.length}
						onPick={(service) => setOpen({ act: 'new', service })}
					/>
				) : null}
			</div>
			{open?.act === 'new' ? (
				<Connecting organisation={organisation.id} service={open.service} onClose={close} />
			) : null}
			{open?.act === 'key' && target ? (
				<KeyDialog
					organisation={organisation.id}
					list={target}
					onClose={close}
					onSave={async (settings) => {
						const { id, version } = target;
						await actions.changeKey.mutateAsync({ id, version, settings });
						close();
					}}
				/>
			) : null}
			{open?.act === 'contacts' && target ? (
				<ContactsSheet organisation={organisation.id} list={target} onClose={close} />
			) : null}
			<Disconnect
				list={open?.act === 'remove' ? target : undefined}
				isPending={actions.remove.isPending}
				onClose={close}
				onConfirm={(id) =>
					void attempt(actions.remove.mutateAsync(id), t`Mailing list disconnected`).then((isDone) => {
						close();
						// The menu that it was chosen from is gone.
						if (isDone) setTimeout(() => card.current?.focus());
					})
				}
			/>
		</Card>
	);
}

function Connecting(props: { organisation: string; service: MailingService; onClose: () => void }) {
	const { t } = useLingui();
	const { organisation, service, onClose } = props;
	const { create } = useMailingListActions(organisation);
	return (
		<ConnectDialog
			organisation={organisation}
			service={service}
			followers={useFollowerCount(organisation, 'confirmed')}
			onClose={onClose}
			onConnect={async (body) => {
				const made = await create.mutateAsync(body);
				toast({
					variant: 'success',
					description: t`${made.listName} is connected. Followers are being added.`,
				});
				onClose();
			}}
		/>
	);
}

/** Asks before a list is disconnected, and says what stays. */
function Disconnect(props: {
	list: MailingList | undefined;
	isPending: boolean;
	onClose: () => void;
	onConfirm: (id: string) => void;
}) {
	const { t } = useLingui();
	const { list } = props;
	const name = list?.listName ?? '';
	const service = list ? mailingServiceFacts[list.service].name : '';
	return (
		<ConfirmDialog
			isOpen={list !== undefined}
			onClose={props.onClose}
			title={t`Disconnect ${name}?`}
			description={t`The key is deleted here and nothing more is sent. Contacts stay at ${service}: people who unsubscribe from your news later are no longer removed there.`}
			confirmLabel={t`Disconnect`}
			isPending={props.isPending}
			onConfirm={() => {
				if (list) props.onConfirm(list.id);
			}}
		/>
	);
}
