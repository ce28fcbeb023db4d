import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useFirstEvents } from '#app/features/events/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { mostCountedFollowers } from '#shared/contracts/organisers.ts';
import { CONSENT_PROOF_YEARS } from '#shared/rules/periods.ts';
import {
	exportFollowers,
	type FollowerState,
	followerStates,
	useFollowerCount,
	useFollowers,
} from '../api.ts';
import { FollowerRow } from './follower-row.tsx';

const stateLabels: Record<FollowerState, ReturnType<typeof msg>> = {
	confirmed: msg`Confirmed`,
	pending: msg`Waiting for confirmation`,
	left: msg`Left`,
};

function Counted({ count }: { count: number }) {
	if (count === 0) return null;
	return count < mostCountedFollowers ? (
		<Plural value={count} one="# person" other="# people" />
	) : (
		<Plural value={count} one="# person or more" other="# people or more" />
	);
}

/** Who agreed to the organisation’s news by email, to what and when; by state, and as a file. */
export function FollowersCard({ organisation, slug }: { organisation: string; slug: string }) {
	const { t, i18n } = useLingui();
	const [state, setState] = useState<FollowerState>('confirmed');
	const list = useFollowers(organisation, state);
	const count = useFollowerCount(organisation, state);
	const isPending = list.isPending || list.isPlaceholderData;
	const rows = isPending ? [] : (list.data ?? []);
	return (
		<Card
			id="followers"
			className="scroll-mt-24"
			title={t`Followers`}
			description={
				<Trans>
					People who agreed to your news by email, on your organiser page or in a question when they
					registered.{' '}
					<Link to="/help/consent-to-news" className="link">
						How consent works
					</Link>
				</Trans>
			}
			actions={<DownloadMenu organisation={organisation} state={state} />}
		>
			<div className="flex flex-col gap-4">
				<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
					<Select
						label={t`Show`}
						className="w-full sm:max-w-60"
						value={state}
						onChange={(change) => setState(change.target.value as FollowerState)}
						options={followerStates.map((value) => ({ value, label: i18n._(stateLabels[value]) }))}
					/>
					<p role="status" className="text-sm text-muted tabular-nums">
						<Counted count={count ?? 0} />
					</p>
				</div>
				<ErrorCallout error={list.error} onRetry={list.refetch} />
				{isPending ? <Skeleton className="h-32" /> : null}
				{rows.length > 0 ? (
					<ul
						aria-label={i18n._(stateLabels[state])}
						className="divide-y divide-hairline border-y border-hairline"
					>
						{rows.map((row) => (
							<FollowerRow key={row.id} row={row} />
						))}
					</ul>
				) : null}
				{!isPending && list.data?.length === 0 ? <Empty {...{ organisation, slug, state }} /> : null}
				<ShowMore
					hasMore={list.hasNextPage && !isPending}
					isLoading={list.isFetchingNextPage}
					onMore={() => void list.fetchNextPage()}
				/>
			</div>
		</Card>
	);
}

/** Those that are shown, or all, as a file. */
function DownloadMenu({ organisation, state }: { organisation: string; state: FollowerState }) {
	const { t, i18n } = useLingui();
	const attempt = useAttempt();
	const [isSaving, setIsSaving] = useState(false);
	const shown = i18n._(stateLabels[state]);
	async function download(format: 'csv' | 'xlsx', which: FollowerState | 'all') {
		setIsSaving(true);
		await attempt(
			exportFollowers(organisation, { format, state: which }).then((response) =>
				saveResponse(response, `followers.${format}`),
			),
		);
		setIsSaving(false);
	}
	const item = (format: 'csv' | 'xlsx', which: FollowerState | 'all', label: ReactNode) => ({
		id: `${which}-${format}`,
		label,
		icon: Download,
		onSelect: () => void download(format, which),
	});
	return (
		<Menu
			label={t`Download followers`}
			align="end"
			items={[
				item('csv', state, t`${shown}: CSV`),
				item('xlsx', state, t`${shown}: Excel`),
				'separator',
				item('csv', 'all', t`All: CSV`),
				item('xlsx', 'all', t`All: Excel`),
			]}
			trigger={(trigger) => (
				<Button {...trigger} variant="outline" size="sm" icon={Download} isLoading={isSaving}>
					{t`Download`}
				</Button>
			)}
		/>
	);
}

/** Empty states of the list, by follower state, with where people can agree. */
function Empty(props: { organisation: string; slug: string; state: FollowerState }) {
	const { t } = useLingui();
	if (props.state === 'confirmed') return <NoFollowers {...props} />;
	return props.state === 'pending' ? (
		<EmptyState
			title={t`No one is waiting`}
			description={t`People who follow you or agree in a question get an email to confirm. They are listed here until they do, for up to a week.`}
		/>
	) : (
		<EmptyState
			title={t`No one has left`}
			description={t`People who unsubscribe stay in this list for ${CONSENT_PROOF_YEARS} years, as proof of what they agreed to and when they unsubscribed.`}
		/>
	);
}

function NoFollowers({ organisation, slug }: { organisation: string; slug: string }) {
	const { t } = useLingui();
	const [event] = useFirstEvents(organisation, 'live', 1).data?.data ?? [];
	return (
		<EmptyState
			title={t`No followers yet`}
			description={t`Share your organiser page, or ask guests for consent in a question when they register.`}
			action={
				<div className="flex flex-wrap justify-center gap-2">
					<ButtonLink
						to={event ? `/events/${event.id}/tickets#questions` : '/create-event'}
						variant="outline"
					>
						{event ? <Trans>Ask in a question</Trans> : <Trans>Create an event to ask in</Trans>}
					</ButtonLink>
					<ButtonLink to={event ? `/events/${event.id}/share` : `/organisers/${slug}`} variant="ghost">
						{event ? <Trans>Share your event</Trans> : <Trans>Open your organiser page</Trans>}
					</ButtonLink>
				</div>
			}
		/>
	);
}
