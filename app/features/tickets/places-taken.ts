import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Reads a refusal to go below what is taken: the field it belongs to, and a sentence with the numbers. */
export function usePlacesTaken() {
	const { t } = useLingui();
	const formats = useFormats();
	return (error: unknown): { field: 'capacity' | 'sharedPoolId'; text: string } | null => {
		if (!(error instanceof AppError) || error.metadata.rule !== 'capacity-below-sold') return null;
		const confirmed = Number(error.metadata.confirmed ?? 0);
		const held = Number(error.metadata.held ?? 0);
		const all = formats.number(confirmed + held);
		const heldText = formats.number(held);
		const text =
			held > 0
				? t`Can’t go below ${all} (already taken, incl. ${heldText} on hold).`
				: t`Can’t go below ${all} (already taken).`;
		return { field: error.metadata.field === 'size' ? 'sharedPoolId' : 'capacity', text };
	};
}
