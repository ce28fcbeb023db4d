import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { ImageUp } from 'lucide-react';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { OnCode } from '../scanner-core.ts';
import type { ScannerHandle } from '../use-scanner.ts';

/** Reads a code from an image that is chosen, dropped here, or pasted anywhere on the page. */
export function ImageScan({ scanner, onCode }: { scanner: ScannerHandle; onCode: OnCode }) {
	const { t } = useLingui();
	const { controller, snapshot } = scanner;
	const input = useRef<HTMLInputElement>(null);
	const [isReading, setReading] = useState(false);
	const [isOver, setOver] = useState(false);
	const [refusal, setRefusal] = useState<string | null>(null);
	const isOn = snapshot.state !== 'not-started';

	const read = useCallback(
		async (file: File | undefined) => {
			setReading(true);
			setRefusal(null);
			try {
				const code = await controller.scanFile(file);
				onCode(code.text, code.format, code);
			} catch (error) {
				setRefusal(String(error));
			} finally {
				setReading(false);
			}
		},
		[controller, onCode],
	);

	useEffect(() => {
		const onPaste = (event: ClipboardEvent) => {
			const image = firstImage(event.clipboardData);
			if (image) void read(image);
		};
		window.addEventListener('paste', onPaste);
		return () => window.removeEventListener('paste', onPaste);
	}, [read]);

	const onDrop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		void read(firstImage(event.dataTransfer));
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
		<div
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={onDrop}
			className={clsx(
				'flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-3 text-sm',
				isOver ? 'border-accent bg-accent-tint' : 'border-edge',
			)}
		>
			<input
				ref={input}
				type="file"
				accept="image/*"
				tabIndex={-1}
				aria-label={t`Image with a code`}
				className="sr-only"
				onChange={(event) => {
					const file = event.target.files?.[0];
					event.target.value = '';
					if (file) void read(file);
				}}
			/>
			<Button
				variant="outline"
				icon={ImageUp}
				isLoading={isReading}
				disabledReason={isOn ? t`Stop the camera first` : undefined}
				onClick={() => input.current?.click()}
			>
				{t`Scan an image`}
			</Button>
			<p className="min-w-0 flex-1 text-muted">
				<Trans>Or drop an image here, or paste it.</Trans>
			</p>
			<p role="status" className="basis-full text-danger empty:hidden">
				{refusal}
			</p>
		</div>
	);
}

function firstImage(data: DataTransfer | null): File | undefined {
	return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}
