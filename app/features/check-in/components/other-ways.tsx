import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ImageScan } from '#app/features/scanner/components/image-scan.tsx';
import type { ScannerHandle } from '#app/features/scanner/use-scanner.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TitledSection } from './titled-section.tsx';

export interface OtherWaysProps {
	scanner: ScannerHandle;
	onCode: (text: string) => void;
	isPending: boolean;
}

/** For a broken camera or a crumpled print: the code under the QR, typed, and codes in images. */
export function OtherWays({ scanner, onCode, isPending }: OtherWaysProps) {
	const { t } = useLingui();
	const [code, setCode] = useState('');
	return (
		<TitledSection title={<Trans>Without the camera</Trans>} card="p-4 md:p-5">
			<form
				className="flex items-end gap-2"
				onSubmit={(event) => {
					event.preventDefault();
					if (code.trim() === '') return;
					onCode(code);
					setCode('');
				}}
			>
				<TextField
					className="min-w-0 flex-1"
					label={t`Ticket code`}
					value={code}
					onChange={(event) => setCode(event.target.value)}
					autoCapitalize="characters"
					autoComplete="off"
					spellCheck={false}
				/>
				<Button type="submit" variant="outline" isLoading={isPending}>
					{t`Check in`}
				</Button>
			</form>
			{scanner.scanTypes.includes('file') ? <ImageScan scanner={scanner} onCode={onCode} /> : null}
		</TitledSection>
	);
}
