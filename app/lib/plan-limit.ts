import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useErrorText } from './error-text.ts';
import { isTwoFactorNeeded, twoFactorPath } from './two-factor.ts';

/** Where an organisation sees and changes its plan. */
export const planPath = '/settings/plan';

const codes = ['INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED', 'FEATURE_NOT_AVAILABLE'];

/** Whether another plan would have allowed what was refused. */
export const isPlanLimit = (error: unknown): boolean =>
	error instanceof AppError && codes.includes(error.code);

/** Where to go for what was refused: to another plan, or to the 2FA that the organisation requires. Null for other errors. */
export function useWayOut(): (error: unknown) => { to: string; label: string } | null {
	const { t } = useLingui();
	return (error) => {
		if (isPlanLimit(error)) return { to: planPath, label: t`See plans` };
		return isTwoFactorNeeded(error) ? { to: twoFactorPath, label: t`Set up 2FA` } : null;
	};
}

/** Says what went wrong in a toast, with the way out where there is one. */
export function useErrorToast(): (error: unknown) => void {
	const errorText = useErrorText();
	const wayOut = useWayOut();
	const navigate = useNavigate();
	return (error) => {
		const way = wayOut(error);
		toast({
			variant: isPlanLimit(error) ? 'upgrade' : 'destructive',
			description: errorText(error),
			...(way && { action: { label: way.label, onPress: () => void navigate(way.to) } }),
		});
	};
}
