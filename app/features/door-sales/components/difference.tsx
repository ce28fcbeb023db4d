import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { StatusBadge } from '#app/ui/status-badge.tsx';

/** What was counted less what should be there, as a word and an amount with its sign. */
export function Difference({ minor, currency }: { minor: number; currency: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const amount = formats.money(Math.abs(minor), currency);
	if (minor === 0) return <StatusBadge tone="success">{t`No difference`}</StatusBadge>;
	return minor > 0 ? (
		<StatusBadge tone="warning">{t`+${amount} too much`}</StatusBadge>
	) : (
		<StatusBadge tone="danger">{t`−${amount} too little`}</StatusBadge>
	);
}
