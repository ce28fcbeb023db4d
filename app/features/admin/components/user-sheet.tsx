import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AdminUser } from '#shared/contracts/admin-people.ts';
import { type UserAct, useUserAct, useViewAs } from '../people-api.ts';
import { FactList } from './fact-list.tsx';

/** One account: what is known of it, and what an administrator may do. Every act is in the audit log. */
export function UserSheet({ user, onClose }: { user: AdminUser | null; onClose: () => void }) {
	return (
		<Sheet isOpen={user !== null} onClose={onClose} title={user?.email ?? ''}>
			{user ? <Detail key={user.id} user={user} /> : null}
		</Sheet>
	);
}

function Detail({ user: given }: { user: AdminUser }) {
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const zone = useViewerTimeZone() ?? 'UTC';
	const change = useUserAct();
	const viewAs = useViewAs();
	const [user, setUser] = useState(given);
	const [isLocking, setIsLocking] = useState(false);
	const [isPromoting, setIsPromoting] = useState(false);
	const run = async (act: UserAct | 'lock', reason?: string) => {
		try {
			setUser(await change.mutateAsync({ user: user.id, act, ...(reason && { reason }) }));
			setIsLocking(false);
			setIsPromoting(false);
			toast({ variant: 'success', description: t`Done.` });
		} catch {
			// Shown above the buttons.
			setIsPromoting(false);
		}
	};
	const lock = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		void run('lock', String(new FormData(event.currentTarget).get('reason')));
	};
	const facts: [string, string][] = [
		[t`Name`, `${user.firstName} ${user.lastName}`.trim()],
		[t`Address`, user.isEmailVerified ? t`Confirmed` : t`Not confirmed`],
		[t`Since`, formats.dateTime(user.createdAt, zone)],
		[t`Last seen`, user.lastSeenAt ? formats.dateTime(user.lastSeenAt, zone) : t`Never`],
		[t`Organisations`, formats.list(user.organisations.map(({ name }) => name))],
		[t`Locked`, user.lockedAt ? `${formats.dateTime(user.lockedAt, zone)}: ${user.lockReason}` : ''],
		[t`Disabled`, user.disabledAt ? formats.dateTime(user.disabledAt, zone) : ''],
	];
	return (
		<div className="flex flex-col gap-5">
			<FactList facts={facts} />
			{(change.error ?? viewAs.error) ? (
				<Callout tone="danger" isUrgent>
					{errorText(change.error ?? viewAs.error)}
				</Callout>
			) : null}
			{isLocking ? (
				<form onSubmit={lock} className="flex flex-col gap-3">
					<TextArea label={t`Why is it locked?`} name="reason" required maxLength={500} rows={2} />
					<div className="flex gap-2">
						<Button type="submit" tone="destructive" isLoading={change.isPending}>
							<Trans>Lock account</Trans>
						</Button>
						<Button variant="outline" onClick={() => setIsLocking(false)}>
							<Trans>Cancel</Trans>
						</Button>
					</div>
				</form>
			) : (
				<div className="flex flex-wrap gap-2">
					{user.isAdmin || user.disabledAt ? null : (
						<Button variant="outline" isLoading={viewAs.isPending} onClick={() => viewAs.mutate(user.id)}>
							<Trans>View as this user</Trans>
						</Button>
					)}
					{user.isEmailVerified ? null : (
						<Button variant="outline" onClick={() => void run('verify')}>
							<Trans>Confirm the address</Trans>
						</Button>
					)}
					{user.lockedAt ? (
						<Button variant="outline" onClick={() => void run('unlock')}>
							<Trans>Unlock</Trans>
						</Button>
					) : (
						<Button variant="outline" onClick={() => setIsLocking(true)}>
							<Trans>Lock…</Trans>
						</Button>
					)}
					<Button variant="outline" onClick={() => void run(user.disabledAt ? 'enable' : 'disable')}>
						{user.disabledAt ? <Trans>Enable</Trans> : <Trans>Disable</Trans>}
					</Button>
					<Button variant="outline" onClick={() => void run('endSessions')}>
						<Trans>Sign out everywhere</Trans>
					</Button>
					<Button
						variant="outline"
						onClick={() => (user.isAdmin ? void run('removeAdmin') : setIsPromoting(true))}
					>
						{user.isAdmin ? <Trans>Take administrator rights</Trans> : <Trans>Make administrator</Trans>}
					</Button>
				</div>
			)}
			<ConfirmDialog
				isOpen={isPromoting}
				onClose={() => setIsPromoting(false)}
				title={t`Make ${user.email} an administrator?`}
				description={t`They will see every account, event and mail of this installation, and can change them.`}
				confirmLabel={t`Make administrator`}
				isDestructive={false}
				isPending={change.isPending}
				onConfirm={() => void run('makeAdmin')}
			/>
		</div>
	);
}
