import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useReloadSecurity } from '#app/features/accounts/security.ts';
import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { USER_QUERY_KEY } from '#app/lib/query-client.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import {
	type AccountSecurity,
	makeRecoveryCodes,
	setUpTwoFactor,
	turnOffTwoFactor,
} from '#shared/contracts/auth.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRun } from './use-run.ts';

const SetUpDialog = lazyDialog(() => import('./set-up-dialog.tsx').then((module) => module.SetUpDialog));

/** Signing in with a code of the phone as well. */
export function TwoFactorCard({ security, confirmed }: { security: AccountSecurity; confirmed: Confirmed }) {
	const { t } = useLingui();
	const formats = useFormats();
	const queries = useQueryClient();
	const reload = useReloadSecurity();
	const { run, isPending: isBusy } = useRun();
	const [setUp, setSetUp] = useState<{ uri: string; secret: string } | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	const [isAsking, setIsAsking] = useState(false);
	const { isOn, isRequired, requiredBy, recoveryCodesLeft } = security.twoFactor;

	const reloadAll = async () => {
		await Promise.all([reload(), queries.invalidateQueries({ queryKey: USER_QUERY_KEY })]);
	};
	const begin = () =>
		run(async () => {
			setCodes(null);
			setSetUp((await confirmed(() => api.call(setUpTwoFactor))) ?? null);
		});
	const turnOff = () =>
		run(async () => {
			setIsAsking(false);
			const answer = await confirmed(async () => {
				await api.call(turnOffTwoFactor);
				return true;
			});
			if (!answer) return;
			setCodes(null);
			await reloadAll();
		});
	const newCodes = () =>
		run(async () => {
			const answer = await confirmed(() => api.call(makeRecoveryCodes));
			if (!answer) return;
			setCodes(answer.recoveryCodes);
			await reload();
		});

	return (
		<Card
			title={t`Two-factor authentication (2FA)`}
			description={t`Protects your account with a code from your phone, even if someone learns your password.`}
			className="scroll-mt-24"
			id="two-factor"
		>
			<div className="flex flex-col gap-5">
				<TwoFactorState {...security.twoFactor} />
				{codes ? <RecoveryCodes codes={codes} /> : null}
				{isOn ? (
					<>
						<p className="text-sm text-muted">
							<Plural value={recoveryCodesLeft} one="# recovery code left" other="# recovery codes left" />
						</p>
						<div className="flex flex-wrap gap-3">
							<Button variant="outline" isLoading={isBusy} onClick={() => void newCodes()}>
								<Trans>Generate new codes</Trans>
							</Button>
							{isRequired ? null : (
								<Button variant="ghost" tone="destructive" onClick={() => setIsAsking(true)}>
									<Trans>Turn off</Trans>
								</Button>
							)}
						</div>
					</>
				) : (
					<div>
						<Button isLoading={isBusy} onClick={() => void begin()}>
							<Trans>Set up an authenticator app</Trans>
						</Button>
					</div>
				)}
			</div>
			{setUp ? (
				<SetUpDialog
					{...setUp}
					confirmed={confirmed}
					onClose={() => setSetUp(null)}
					onDone={async (recoveryCodes) => {
						setSetUp(null);
						setCodes(recoveryCodes);
						await reloadAll();
					}}
				/>
			) : null}
			<ConfirmDialog
				isOpen={isAsking}
				onClose={() => setIsAsking(false)}
				title={t`Turn off two-factor authentication?`}
				description={
					requiredBy.length > 0
						? t`It is required by ${formats.list(requiredBy)}. You can’t change anything there until you set it up again.`
						: t`You’ll log in with your password only. Your recovery codes will stop working.`
				}
				confirmLabel={<Trans>Turn off</Trans>}
				onConfirm={() => void turnOff()}
			/>
		</Card>
	);
}

/** Whether it is on, and who requires it. */
function TwoFactorState({ isOn, isRequired, requiredBy }: AccountSecurity['twoFactor']) {
	const { t } = useLingui();
	const formats = useFormats();
	return (
		<>
			<p className="flex items-center gap-3 font-medium">
				{isOn ? <Badge>{t`On`}</Badge> : <Badge variant="outline">{t`Off`}</Badge>}
				{isRequired && !isOn ? (
					<span className="text-sm text-muted">
						<Trans>Required for admins.</Trans>
					</span>
				) : null}
			</p>
			{isRequired && !isOn ? (
				<Callout tone="warning">
					<Trans>Turn it on to open Admin.</Trans>
				</Callout>
			) : null}
			{requiredBy.length > 0 && !isOn ? (
				<Callout tone="warning">
					<Trans>Required by {formats.list(requiredBy)}.</Trans>
				</Callout>
			) : null}
		</>
	);
}
