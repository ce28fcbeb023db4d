import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { EventWhen } from '#app/features/events/components/event-when.tsx';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { GroupFrame } from '#app/features/orders/groups/group-frame.tsx';
import { Invitations } from '#app/features/orders/groups/invitations.tsx';
import { PlaceList } from '#app/features/orders/groups/place-list.tsx';
import { ShareLink } from '#app/features/orders/groups/share-link.tsx';
import { type GroupActions, useGroup } from '#app/features/orders/groups/use-group.ts';
import { useFormats } from '#app/lib/format.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkLoader } from '#app/lib/server-api.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { type Group, getGroup } from '#shared/contracts/groups.ts';
import type { Route } from './+types/group';

const RenameGroupDialog = lazyDialog(() =>
	import('#app/features/orders/groups/rename-group-dialog.tsx').then((module) => module.RenameGroupDialog),
);

export const loader = linkLoader(getGroup, 'groupToken');

export const headers = linkPageHeaders;

/** /group/:groupToken: a group, for its leader. */
export default function GroupPage({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const actions = useGroup(params.groupToken, loaderData);
	const { group } = actions;
	const { event } = group;
	const [isRenaming, setRenaming] = useState(false);
	return (
		<GroupFrame
			event={event}
			when={<EventWhen event={event} />}
			title={t`Group: ${group.name}`}
			heading={<bdi>{group.name}</bdi>}
			state={group.state}
			aside={
				<div className="needs-script flex flex-wrap gap-2">
					<Button variant="outline" icon={Pencil} onClick={() => setRenaming(true)}>
						{t`Rename group`}
					</Button>
					{group.manageToken ? (
						<ButtonLink to={`/my-ticket/${group.manageToken}`} variant="outline">
							{t`Your order`}
						</ButtonLink>
					) : null}
				</div>
			}
		>
			<GroupStatus group={group} />
			<Addable actions={actions} />
			{group.isClaimable ? <ShareLink actions={actions} /> : null}
			{group.isClaimable || group.invitations.length > 0 ? <Invitations actions={actions} /> : null}
			{group.list.length > 0 ? <PlaceList actions={actions} /> : null}
			{isRenaming ? <RenameGroupDialog actions={actions} onClose={() => setRenaming(false)} /> : null}
		</GroupFrame>
	);
}

/** How many places are claimed, by when the others have to be, and why none can be any more. */
function GroupStatus({ group }: { group: Group }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { taken, places, price, deadlineAt, event } = group;
	return (
		<div className="flex flex-col gap-3">
			<ProgressBar
				label={
					<Plural
						value={places}
						one={`${formats.number(taken)} of # spot claimed`}
						other={`${formats.number(taken)} of # spots claimed`}
					/>
				}
				value={taken}
				max={places}
				tone="event"
			/>
			{deadlineAt && group.state === 'ended' ? null : deadlineAt ? (
				<p className="text-sm text-muted">
					{price === null || price.totalMinor === 0 ? (
						<Trans>There’s nothing to pay.</Trans>
					) : (
						<Trans>Each person pays {formats.money(price.totalMinor, price.currency)}.</Trans>
					)}{' '}
					<Trans>
						Spots can be claimed until {formats.dateTime(deadlineAt, event.timeZone)}. After that, open ones
						are released.
					</Trans>
				</p>
			) : (
				<p className="text-sm text-muted">
					<Trans>All spots are paid for. A ticket that isn’t claimed is valid with your own code.</Trans>
				</p>
			)}
			{group.isClaimable ? null : group.state === 'open' && taken >= places && !event.isOver ? (
				<Callout tone="success" title={t`All spots are claimed`}>
					<Trans>Release a spot to give it to another person.</Trans>
				</Callout>
			) : (
				<Callout title={t`This group is closed`}>
					<Trans>Its spots can no longer be claimed. Claimed tickets stay valid.</Trans>
				</Callout>
			)}
		</div>
	);
}

/** Tickets that the order got since. */
function Addable({ actions }: { actions: GroupActions }) {
	const { t } = useLingui();
	const { isPending, error, act } = useOrderAction(() => {});
	const { addable } = actions.group;
	if (addable === 0) return null;
	return (
		<Callout
			title={
				<Plural
					value={addable}
					one="# ticket of your order isn’t in this group"
					other="# tickets of your order aren’t in this group"
				/>
			}
			action={
				<Button
					size="sm"
					className="needs-script"
					isLoading={isPending}
					onClick={() => void act(actions.addPlaces, t`Tickets added`)}
				>
					<Plural value={addable} one="Add it" other="Add them" />
				</Button>
			}
		>
			<Problem>{error}</Problem>
		</Callout>
	);
}
