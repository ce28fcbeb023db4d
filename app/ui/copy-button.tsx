import { useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** Clipboard where the browser allows it, else the old way through a selection; false when neither works. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const area = document.createElement('textarea');
		area.value = text;
		area.setAttribute('readonly', '');
		area.style.cssText = 'position:fixed;inset-block-start:0;opacity:0';
		const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
		host.append(area);
		area.select();
		const isCopied = document.execCommand('copy');
		area.remove();
		return isCopied;
	}
}

/** Copies `text`, and says so for two seconds. With a label it is a button with text, else an icon. */
export function CopyButton(props: {
	text: string;
	label?: string;
	size?: 'sm' | 'md' | 'lg';
	variant?: 'primary' | 'secondary' | 'outline' | 'ghost';
	className?: string;
	/** When the browser refuses: show the text to copy manually. */
	onRefused?: () => void;
}) {
	const { text, label, size = 'sm', variant, className, onRefused } = props;
	const { t } = useLingui();
	const [isCopied, setIsCopied] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	const copy = async () => {
		if (!(await copyText(text))) return onRefused?.();
		setIsCopied(true);
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setIsCopied(false), 2000);
	};
	const icon = isCopied ? Check : Copy;
	return (
		<>
			{label === undefined ? (
				<IconButton
					icon={icon}
					label={isCopied ? t`Copied` : t`Copy`}
					size={size}
					variant={variant ?? 'ghost'}
					onClick={copy}
					className={className}
				/>
			) : (
				<Button icon={icon} size={size} variant={variant ?? 'outline'} onClick={copy} className={className}>
					{isCopied ? t`Copied` : label}
				</Button>
			)}
			<span role="status" className="sr-only">
				{isCopied ? t`Copied` : ''}
			</span>
		</>
	);
}
