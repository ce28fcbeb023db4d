import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { CopyButton, copyText } from '#app/ui/copy-button.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AdminUser } from '#shared/contracts/admin-people.ts';
import { type UserAction, useAccountLink, useUserAction, useViewAs } from '../people-api.ts';
import { LockButton } from './lock-button.tsx';

/** One account: its data, and what an administrator may do. Every action is in the audit log. */
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
	const dateTime = useViewerTime();
	const change = useUserAction();
	const viewAs = useViewAs();
	const { hasEmail } = useSite();
	const [user, setUser] = useState(given);
	const [isLocking, setIsLocking] = useState(false);
	const [isPromoting, setIsPromoting] = useState(false);
	const run = async (act: UserAction | 'lock', reason?: string) => {
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
		[t`Email`, user.isEmailVerified ? t`Verified` : t`Not verified`],
		[t`Created`, dateTime(user.createdAt)],
		[t`Last seen`, user.lastSeenAt ? dateTime(user.lastSeenAt) : t`Never`],
		[t`Organisations`, formats.list(user.organisations.map(({ name }) => name))],
		[t`Locked`, user.lockedAt ? `${dateTime(user.lockedAt)}: ${user.lockReason}` : ''],
		[t`Disabled`, user.disabledAt ? dateTime(user.disabledAt) : ''],
	];
	return (
		<div className="flex flex-col gap-5">
			<DescriptionList facts={facts} />
			<ErrorCallout error={change.error ?? viewAs.error} />
			{isLocking ? (
				<form onSubmit={lock} className="flex flex-col gap-3">
					<TextArea label={t`Reason`} name="reason" required maxLength={500} rows={2} />
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
							<Trans>Impersonate (read-only)</Trans>
						</Button>
					)}
					{user.isEmailVerified ? null : (
						<Button variant="outline" onClick={() => void run('verify')}>
							<Trans>Mark email as verified</Trans>
						</Button>
					)}
					<LockButton
						lockedAt={user.lockedAt}
						onUnlock={() => void run('unlock')}
						onLock={() => setIsLocking(true)}
					/>
					<Button variant="outline" onClick={() => void run(user.disabledAt ? 'enable' : 'disable')}>
						{user.disabledAt ? <Trans>Enable</Trans> : <Trans>Disable</Trans>}
					</Button>
					<Button variant="outline" onClick={() => void run('endSessions')}>
						<Trans>Log out all sessions</Trans>
					</Button>
					<Button
						variant="outline"
						onClick={() => (user.isAdmin ? void run('removeAdmin') : setIsPromoting(true))}
					>
						{user.isAdmin ? <Trans>Revoke admin</Trans> : <Trans>Grant admin</Trans>}
					</Button>
				</div>
			)}
			{hasEmail || user.disabledAt ? null : <AccountLinks user={user} />}
			<ConfirmDialog
				isOpen={isPromoting}
				onClose={() => setIsPromoting(false)}
				title={t`Make ${user.email} an admin?`}
				description={t`They can see and change every account, event and email of this installation.`}
				confirmLabel={t`Grant admin`}
				isDestructive={false}
				isPending={change.isPending}
				onConfirm={() => void run('makeAdmin')}
			/>
		</div>
	);
}

/** Links that their owner cannot get by email. Each is made on request, and shown to be copied. */
function AccountLinks({ user }: { user: AdminUser }) {
	const { t } = useLingui();
	const dateTime = useViewerTime();
	const link = useAccountLink();
	const make = (kind: 'verification' | 'reset') =>
		link.mutate(
			{ user: user.id, kind },
			{
				async onSuccess({ url }) {
					if (await copyText(url)) toast({ variant: 'success', description: t`Link copied.` });
				},
			},
		);
	const isMaking = (kind: 'verification' | 'reset') => link.isPending && link.variables.kind === kind;
	return (
		<section className="flex flex-col gap-3 border-t pt-5" aria-label={t`Links`}>
			<p className="text-sm text-muted">
				<Trans>Email isn’t set up. Create a link and pass it on to the owner of this account only.</Trans>
			</p>
			<div className="flex flex-wrap gap-2">
				{user.isEmailVerified ? null : (
					<Button variant="outline" isLoading={isMaking('verification')} onClick={() => make('verification')}>
						<Trans>Copy verification link</Trans>
					</Button>
				)}
				<Button variant="outline" isLoading={isMaking('reset')} onClick={() => make('reset')}>
					<Trans>Copy reset link</Trans>
				</Button>
			</div>
			<ErrorCallout error={link.error} />
			{link.data ? (
				<div role="status" className="flex flex-col gap-2">
					<p className="flex items-start gap-2 rounded-md bg-sunken p-3 font-mono text-compact [overflow-wrap:anywhere]">
						<span className="min-w-0 flex-1">{link.data.url}</span>
						<CopyButton text={link.data.url} />
					</p>
					<p className="text-compact text-muted">
						<Trans>Works once, until {dateTime(link.data.expiresAt)}. Earlier links no longer work.</Trans>
					</p>
				</div>
			) : null}
		</section>
	);
}
