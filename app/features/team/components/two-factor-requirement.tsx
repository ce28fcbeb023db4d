import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { twoFactorPath } from '#app/lib/two-factor.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Select } from '#app/ui/select.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Member } from '#shared/contracts/team.ts';
import { TWO_FACTOR_REMINDER_DAYS } from '#shared/rules/periods.ts';
import type { useTeamActions } from '../api.ts';

/** In how many days it can be required, beside at once. */
const choices = [1, 3, 7, 14, 30];

interface Props {
	members: readonly Member[];
	/** From when on it is required; null: it is not. */
	from: string | null;
	/** The viewer may change it. */
	isOwner: boolean;
	confirmed: Confirmed;
	require: ReturnType<typeof useTeamActions>['require'];
}

/** Whether the team needs two factors, from when on, and who has none. */
export function TwoFactorRequirement(props: Props) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const attempt = useAttempt();
	const [open, setOpen] = useState<'choose' | 'stop' | null>(null);
	const { members, from, isOwner, confirmed, require } = props;
	const without = members.filter((member) => !member.hasTwoFactor);
	const isDue = from !== null && Date.parse(from) <= Date.now();
	const close = () => setOpen(null);

	async function change(days: number | null) {
		let isDone = false;
		await attempt(
			confirmed(() => require.mutateAsync(days)).then((answer) => {
				isDone = answer !== undefined;
			}),
		);
		// Whoever does not confirm who they are stays where they were.
		if (!isDone) return;
		toast({ variant: 'success', description: t`Saved` });
		close();
	}

	return (
		<Card
			title={t`Two-factor authentication (2FA)`}
			description={t`Protects guest data and money, even if someone learns a member’s password.`}
		>
			<div className="flex flex-col gap-4">
				<p className="flex flex-wrap items-center gap-3">
					{from === null ? (
						<StatusBadge tone="neutral">{t`Not required`}</StatusBadge>
					) : (
						<StatusBadge tone={isDue ? 'success' : 'pending'}>
							{isDue ? t`Required` : t`Required from ${formats.dateTime(from, zone)}`}
						</StatusBadge>
					)}
					<span className="text-sm text-muted">
						{without.length === 0 ? (
							<Trans>All members have it.</Trans>
						) : (
							<Plural
								value={without.length}
								one="# member doesn’t have it yet."
								other="# members don’t have it yet."
							/>
						)}
					</span>
				</p>
				{isOwner ? (
					<div className="flex flex-wrap gap-3">
						<Button variant="outline" onClick={() => setOpen('choose')}>
							{from === null ? t`Require 2FA` : t`Change date`}
						</Button>
						{from === null ? null : (
							<Button variant="ghost" tone="destructive" onClick={() => setOpen('stop')}>
								{t`Stop requiring`}
							</Button>
						)}
					</div>
				) : null}
			</div>
			{open === 'choose' ? (
				<ChooseDialog
					without={without}
					isOwnMissing={without.some(({ isYou }) => isYou)}
					isPending={require.isPending}
					onClose={close}
					onChoose={(days) => void change(days)}
				/>
			) : null}
			<ConfirmDialog
				isOpen={open === 'stop'}
				onClose={close}
				title={t`Stop requiring 2FA?`}
				description={t`Members can work with their password alone. Those who have 2FA keep it.`}
				confirmLabel={t`Stop requiring`}
				isPending={require.isPending}
				onConfirm={() => void change(null)}
			/>
		</Card>
	);
}

/** Asks from when on two factors are required, and names who has none. */
export function ChooseDialog(props: {
	without: readonly Member[];
	/** The viewer has no two factors. */
	isOwnMissing: boolean;
	isPending: boolean;
	onClose: () => void;
	onChoose: (days: number) => void;
}) {
	const { t } = useLingui();
	const { without, isOwnMissing } = props;
	const [days, setDays] = useState(without.length === 0 ? 0 : 7);
	const options = [
		...(without.length === 0 ? [{ value: '0', label: t`At once` }] : []),
		...choices.map((value) => ({
			value: String(value),
			label: value === 1 ? t`In 1 day` : t`In ${value} days`,
		})),
	];
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={t`Require 2FA for the team?`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>{t`Cancel`}</Button>
					<Button
						isLoading={props.isPending}
						isDisabled={isOwnMissing}
						onClick={() => props.onChoose(days)}
					>{t`Require 2FA`}</Button>
				</>
			}
		>
			<div className="flex flex-col gap-5">
				<p>
					<Trans>
						From the day you choose, members without 2FA can read and check guests in, but not change or
						download anything. Access links and API keys keep working.
					</Trans>
				</p>
				<p>
					<Trans>
						Members who log in with another provider need it too: what the provider asks for isn’t known here.
					</Trans>
				</p>
				{isOwnMissing ? (
					<Callout
						tone="warning"
						action={
							<ButtonLink to={twoFactorPath} variant="outline" size="sm">
								<Trans>Set up 2FA</Trans>
							</ButtonLink>
						}
					>
						<Trans>Turn on 2FA for your own account first.</Trans>
					</Callout>
				) : (
					<Select
						label={t`Required`}
						value={String(days)}
						onChange={({ target }) => setDays(Number(target.value))}
						options={options}
						hint={
							without.length > 0
								? t`Members without it get an email now, and another ${TWO_FACTOR_REMINDER_DAYS} days before.`
								: undefined
						}
					/>
				)}
				{without.length > 0 ? (
					<div>
						<p className="text-sm font-medium">
							<Trans>Without 2FA</Trans>
						</p>
						<ul className="text-sm text-muted">
							{without.map(({ userId, name, email }) => (
								<li key={userId} dir="auto" className="[overflow-wrap:anywhere]">
									{name || email}
								</li>
							))}
						</ul>
					</div>
				) : null}
			</div>
		</Dialog>
	);
}
