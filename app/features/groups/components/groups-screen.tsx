import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useAppUrl } from '#app/shell/app-url.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { copyText } from '#app/ui/copy-button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailed } from '#app/ui/load-failed.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { ListedGroup } from '#shared/contracts/groups.ts';
import { useGroupActions, useGroups } from '../api.ts';
import { type GroupAction, GroupTable } from './group-table.tsx';

const GroupDialog = lazyDialog(() => import('./group-dialog.tsx').then((module) => module.GroupDialog));
const EndGroupDialog = lazyDialog(() =>
	import('./end-group-dialog.tsx').then((module) => module.EndGroupDialog),
);
const LinkDialog = lazyDialog(() => import('./link-dialog.tsx').then((module) => module.LinkDialog));

/** What is open over the list. */
type Open = GroupAction | { kind: 'new' };

/** The groups of an event: who leads them, how many of their places are taken, and new ones. */
export function GroupsScreen({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const { event: key = event.id } = useParams();
	const groups = useGroups(event.id);
	const actions = useGroupActions(event.id);
	const appUrl = useAppUrl();
	const [open, setOpen] = useState<Open | null>(null);
	const rows = groups.data ?? [];
	const mayManage = event.organisation?.permissions.includes('orders.manage') ?? false;
	const orders = `/events/${key}/orders`;
	const linkOf = ({ groupToken }: ListedGroup) => `${appUrl}/group/${groupToken}`;

	function close() {
		setOpen(null);
		for (const action of Object.values(actions)) action.reset();
	}
	async function ask(action: GroupAction) {
		if (action.kind !== 'link') return setOpen(action);
		if (await copyText(linkOf(action.group)))
			toast({ variant: 'success', description: t`Leader’s link copied` });
		else setOpen(action);
	}
	const create = (
		<Button icon={Plus} aria-haspopup="dialog" onClick={() => setOpen({ kind: 'new' })}>
			{t`New group`}
		</Button>
	);
	return (
		<div className="flex flex-col gap-6">
			<div className="flex flex-wrap items-start justify-between gap-4">
				<div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
					<h2 className="text-lg font-semibold">
						<Trans>Groups</Trans>
					</h2>
					<p className="max-w-prose text-sm text-muted">
						<Trans>
							Hold spots for people who come together and pay for themselves. To share an order that pays for
							all, open it under{' '}
							<Link className="link" to={orders}>
								Orders
							</Link>{' '}
							and choose “Share as group”.
						</Trans>
					</p>
				</div>
				{mayManage && rows.length > 0 ? create : null}
			</div>
			<section className="flex flex-col gap-4" aria-label={t`List of groups`}>
				<div className="rounded-lg border border-hairline bg-surface">
					<GroupTable
						groups={rows}
						timeZone={event.timeZone}
						orders={orders}
						isLoading={groups.isPending}
						onAsk={mayManage ? (action) => void ask(action) : undefined}
						empty={
							groups.isError ? (
								<LoadFailed title={t`Couldn’t load the groups.`} onRetry={groups.refetch} />
							) : (
								<EmptyState
									drawing="ticket"
									title={t`No groups yet`}
									description={t`Reserve spots for a team, a class or a company. Their leader shares a link, and each guest claims a spot.`}
									action={mayManage ? create : undefined}
								/>
							)
						}
					/>
				</div>
				<ShowMore
					{...moreOf(groups)}
					status={
						rows.length > 0 ? (
							<Plural value={rows.length} one="# group shown" other="# groups shown" />
						) : undefined
					}
				/>
			</section>
			{open?.kind === 'new' || open?.kind === 'edit' ? (
				<GroupDialog
					event={event}
					group={open.kind === 'edit' ? open.group : null}
					actions={actions}
					onClose={close}
				/>
			) : null}
			{open?.kind === 'end' ? <EndGroupDialog group={open.group} actions={actions} onClose={close} /> : null}
			{open?.kind === 'link' ? <LinkDialog link={linkOf(open.group)} onClose={close} /> : null}
		</div>
	);
}
