import { isCurrency } from '#shared/lib/currency-list.ts';
import { normaliseColumnName } from '../table/column-name.ts';

/** Kinds of statement columns. A column can hold the direction beside the kind of a transaction (`type`). */
export type Column =
	| 'date'
	| 'amount'
	| 'credit'
	| 'debit'
	| 'direction'
	| 'type'
	| 'state'
	| 'currency'
	| 'payer'
	| 'text'
	| 'id'
	| 'balance';

const listOf = (words: string) => words.split('|').map((word) => normaliseColumnName(word));
const setOf = (words: string) => new Set(listOf(words));

/** Names of columns in the files of banks, best first: of several columns that fit, the one named earlier here is taken. */
const columnNames: Record<Column, readonly string[]> = {
	date: listOf(`booking date|booked on|booked at|date booked|posting date|posted date|post date|posted on|date posted|posted|accounting date
		|entry date|book date|completed date|date completed|completed|completion date|transaction date|date of transaction|transaction completed|operation date|settlement date|buchungstag
		|buchungsdatum|buchung|buchungstermin|belegdatum|abschlussdatum|boekdatum|boekingsdatum|transactiedatum|uitvoeringsdatum|datum transactie
		|date de comptabilisation|date comptable|date d'opération|date de l'opération|date opération|dateop|date d'exécution
		|fecha contable|fecha de operación|fecha operación|f. operativa|f. contable|data contabile|data operazione|data registrazione
		|data księgowania|data operacji|data transakcji|data lançamento|data lanc.|data do movimento|data mov.|data movimento
		|bogføringsdato|bogført|bokföringsdag|bokföringsdatum|bokförd|reskontradatum|transaktionsdatum|bokføringsdato|bokført dato|bokført|kirjauspäivä|könyvelés dátuma
		|könyvelési dátum|tranzakció dátuma|datum zaúčtování|datum účtování|datum provedení|dátum zaúčtovania|dátum účtovania|datum knjiženja|datum izvršenja|date|datum|dato
		|fecha|data|dátum|päivä|päivämäärä|kuupäev|datums|дата|ημερομηνία|tarih|日付|日期|取引日|created|created on|created at
		|value date|valuta|valutadatum|wertstellung|wertstellungstag|valutadato|valutadag|valör|date de valeur|date valeur|dateval|fecha valor|data valuta
		|data waluty|rentedatum|arvopäivä|értéknap`),
	amount:
		listOf(`amount|value|credit debit amount|debit credit amount|gross amount|gross|transaction amount|booked amount|betrag|buchungsbetrag|brutto|bruttobetrag|umsatz|umsatzbetrag|montant|montant de l'opération|montant brut
		|importe|importe de la operación|importo|importo lordo|lordo|bedrag|transactiebedrag|kwota|kwota operacji|kwota transakcji|kwota transakcji waluta rachunku|montante
		|quantia|valor|valor da transação|beløb|belopp|beløp|summa|määrä|määrä euroa|összeg|objem|částka|suma|iznos|znesek|сумма|ποσό|tutar|金額|金额
		|net amount|net|netto`),
	credit:
		listOf(`credit|credit amount|credit amt|credits|paid in|money in|deposit|deposits|deposit amount|amount in|received|incoming|receipts
		|haben|gutschrift|gutschriften|einzahlung|einzahlungen|eingang|eingänge|einnahme|einnahmen|zugang|zugänge|crédit|crédits|crédit euros|encaissement|recettes|recette|avoir
		|abono|abonos|haber|ingreso|ingresos|crédito|créditos|avere|entrate|accredito|accrediti|bij|bijschrijving|ontvangen|uznania
		|uznanie|wpływy|wpływ|kredit|kreedit|insättning|insättningar|inn|inn på konto|innskudd|ind|indbetaling|indsat|pano|tulo|jóváírás|příjem
		|příjmy|příchozí|uplata|uplate|priliv|potražuje|v dobro|приход|кредит|alacak|入金|お預入額`),
	debit:
		listOf(`debit|debit amount|debit amt|debits|paid out|money out|withdrawal|withdrawals|withdrawal amount|amount out|sent|outgoing
		|soll|lastschrift|lastschriften|belastung|belastungen|auszahlung|auszahlungen|ausgang|ausgänge|ausgabe|ausgaben|abgang|abgänge|débit|débits|débit euros|décaissement|dépenses|dépense|doit
		|cargo|cargos|debe|gasto|gastos|débito|débitos|dare|uscite|addebito|addebiti|af|afschrijving|uitgegeven|obciążenia|obciążenie|wydatki
		|wydatek|debet|deebet|uttag|ut|ut fra konto|uttak|ud|udbetaling|hævet|otto|meno|terhelés|výdaj|výdaje|odchozí|isplata|isplate|odliv|duguje|v breme
		|расход|дебет|borç|出金|お引出額`),
	direction:
		listOf(`debit credit|credit debit|debit or credit|credit or debit|debit credit flag|debit credit indicator|credit debit indicator
		|debit credit code|credit debit code|cdtdbtind|dr cr|cr dr|dr cr flag|dr cr indicator|d c|c d|dc|dc indicator|d c flag|d c k|d k|dk|direction|transaction direction
		|in out|inout|richtung|soll haben|soll haben kennzeichen|soll haben kz|haben soll|s h|sh|s h kennzeichen|vorzeichen|ein ausgang
		|eingang ausgang|af bij|bij af|bij of af|debet credit|debit kredit|debet kredit|deebet kreedit|deebet kreedit d c|debets kredits|debetas kreditas
		|sens|sens de l'opération|débit crédit|debe haber|cargo abono|dare avere|segno|signo|sinal|sign|znak|strona|t j|terhelés jóváírás`),
	type: listOf(`type|transaction type|trans type|txn type|type of transaction|entry type|operation type|payment type|typ|transaktionstyp|transaktionsart|art|umsatzart|umsatztyp
		|buchungsart|vorgangsart|tipo|tipo de movimiento|tipo movimiento|tipo movimento|tipo de movimento|tipo operación|tipo de operación|tipo operazione
		|type opération|type d'opération|type de l'opération|type de transaction|soort|soort transactie|transactiesoort|rodzaj|rodzaj operacji
		|rodzaj transakcji|typ operacji|typ transakcji|typ pohybu|typ transakce|laji|tapahtumalaji|transaksjonstype|típus|kind`),
	state:
		listOf(`status|transaction status|payment status|booking status|entry status|state|transaction state|buchungsstatus|umsatzstatus|zustand|estado|statut
		|état|stato|stan|stav|status transakcji|status operacji|status płatności|tila|státusz|állapot|situação|durum|статус`),
	currency:
		listOf(`currency|currency code|ccy|curr|cur|transaction currency|payment currency|währung|waehrung|whg|wkz|wrg|transaktionswährung|devise|monnaie|moneda|divisa
		|valuta code|valutacode|valutakod|valutakode|munt|muntsoort|muntcode|waluta|waluta operacji|waluta transakcji|moeda|mena|měna|deviza
		|devizanem|pénznem|valūta|valiuta|valuuta|валюта|para birimi|döviz|döviz cinsi|νόμισμα|通貨|币种|account currency|kontowährung|iso code|currency iso`),
	payer:
		listOf(`empfänger zahlungspflichtiger|payer|payer name|payor|debtor|debtor name|sender|sender name|from|from name|counterparty|counterparty name|counter party|name of counterparty|partner|partner name|partnername
		|other party|other party name|name|auftraggeber|auftraggeber begünstigter|auftraggeber empfänger|auftraggebername|zahlungspflichtige r|zahlungspflichtiger|zahlungsbeteiligter
		|name zahlungsbeteiligter|name zahlungspartner|zahlungspartner|beguenstigter zahlungspflichtiger|begünstigter zahlungspflichtiger|beguenstigter auftraggeber|begünstigter auftraggeber|zahler|gegenpartei|absender
		|tegenpartij|naam tegenpartij|naam tegenrekening|naam|naam omschrijving|tegenrekeninghouder|nom|nom de la contrepartie|nom contrepartie
		|contrepartie|émetteur|tiers|ordenante|emisor|nombre|ordinante|controparte|nadawca|nazwa nadawcy|nadawca odbiorca
		|kontrahent|nazwa kontrahenta|dane kontrahenta|modpart|afsender|avsändare|betaler|avsender|maksaja|saaja maksaja|saaja maksaja nimi
		|název protiúčtu|název protistrany|protistrana|partner neve|saatja saaja nimi|merchant name`),
	text: listOf(`verwendungszweck|vwz|reference|payment reference|transaction reference|remittance|remittance information|description|transaction description
		|narrative|narration|particulars|details|transaction details|payment details|purpose|notes|note|memo|message|subject|zahlungsgrund|zahlungszweck|mitteilung
		|mitteilungen|avisierungstext|beschreibung|beschreibung 1|beschreibung1|buchungsdetails|betreff|nachricht|kundenreferenz|libellé|libellé opération|libellé de l'opération|détail|détails
		|motif|communication|communications|mededeling|mededelingen|omschrijving|omschrijving 1|concepto|concepto ampliado|observaciones
		|más datos|descripción|descrizione|descrizione operazione|causale|descrição|opis|opis operacji|opis transakcji|tytuł|tytuł operacji|tytułem|szczegóły|tekst|text|beskrivelse
		|meddelelse|meddelande|forklaring|viesti|viite|selitys|selgitus|közlemény|megjegyzés|zpráva pro příjemce|správa pre príjemcu
		|zpráva|poznámka|popis|účel platby|svrha|svrha doznake|namen|назначение платежа|açıklama|摘要|customer reference|end to end reference|end to end id`),
	id: listOf(`transaction id|transactionid|transferwise id|payment id|entry reference|bank reference|account servicer reference|archive id|archive code|unique id|uid|fitid|fit id
		|id|event id|operation id|balance transaction id|transaction number|transaction no|volgnr|volgnummer|transactienummer|transactie id|numéro de transaction
		|id transakcji|nr operacji|numer transakcji|id operace|id pohybu|transaktions id|transaktionsnummer|transaktionskennung|transaktionsreferenz|transaktions nr|arkistointitunnus
		|archiveerimistunnus|arhiveerimistunnus|tranzakció azonosító|tranzakció azonosítója`),
	balance:
		listOf(`balance|running balance|account balance|available balance|balance after|balance after transaction|new balance|saldo|saldo nach buchung|saldo nach mutatie|saldo po operacji
		|saldo contabile|kontostand|solde|zůstatek|zostatok|egyenleg|bakiye|stand|saldo disponible|saldo contable`),
};
const columns = Object.keys(columnNames) as Column[];

/** Amounts and currencies of something else: what the card's network charged, the fee in it, what it came to be. */
const beside =
	/\b(?:orig\w*|oorspr\w*|oryg\w*|puvodni|eredeti|opprinnelig\w*|alkupera\w*|ursprung\w*|local|foreign|fremd\w*|fees?|charges?|gebuhr\w*|gebuehr\w*|entgelt|commission\w*|kosten|tax|vat|mwst|exchange|kurs|rate|counter\w*|converted|frais|provision|source|target)\b/;

/** Suffixes of names of money columns: `Betrag in EUR`, `Paid in (£)`. */
const units = (rest: string) =>
	rest.split(' ').every((word) => /^(?:|in|amount|amt|euros?)$/.test(word) || isCurrency(word.toUpperCase()));

/** Longer texts are no names. */
const longestName = 60;
const moneyColumns: readonly Column[] = ['amount', 'credit', 'debit', 'balance'];

const placesOf = Object.fromEntries(
	columns.map((column) => [
		column,
		new Map([...columnNames[column].entries()].map(([at, name]) => [name, at])),
	]),
) as Record<Column, Map<string, number>>;

/** The same without blanks, for `bookingDate` and `transactiondate`. */
const joined = (name: string) => name.replaceAll(' ', '');
const joinedPlaces = Object.fromEntries(
	columns.map((column) => [
		column,
		new Map([...placesOf[column]].reverse().map(([name, at]) => [joined(name), at])),
	]),
) as Record<Column, Map<string, number>>;

/** Whether the name of a column speaks of another amount than that of the transaction. */
export const isBeside = (name: string): boolean => beside.test(normaliseColumnName(name));

/** How well a name of a column fits: 0 is best, null not at all. Names that only begin as a known one come after all that are known. */
export function rankOf(column: Column, name: string): number | null {
	if (name.length > longestName) return null;
	const plain = normaliseColumnName(name.replace(/^#+/, ''));
	const known = placesOf[column];
	const exact = known.get(plain) ?? joinedPlaces[column].get(joined(plain));
	if (exact !== undefined) return exact;
	if (beside.test(plain) || column === 'state' || column === 'id') return null;
	const words = plain.split(' ');
	const begun = words
		.slice(1)
		.map((_, at) => [known.get(words.slice(0, at + 1).join(' ')), words.slice(at + 1).join(' ')] as const)
		.filter(([, rest]) => !moneyColumns.includes(column) || units(rest))
		.flatMap(([at]) => (at === undefined ? [] : [at]));
	return begun.length === 0 ? null : known.size + Math.min(...begun);
}

/** What a column holds by its name. A name that is several things is the one that it fits best. */
export function columnOf(name: string): Column | null {
	let best: { column: Column; rank: number } | null = null;
	for (const column of columns) {
		const rank = rankOf(column, name);
		if (rank === null) continue;
		const relative = rank >= placesOf[column].size ? 1 : 0;
		if (!best || relative < best.rank) best = { column, rank: relative };
	}
	return best?.column ?? null;
}

const incomingTerms =
	setOf(`credit|cr|c|crdt|k|h|haben|gutschrift|eingang|einnahme|zugang|einzahlung|in|incoming|inflow|inbound|income|money in|paid in|received|deposit|bij|bijschrijving|crédit|entrée
	|recette|avoir|crédito|abono|haber|ingreso|accredito|avere|entrata|kredit|kreedit|kredyt|kredīts|kreditas|uznanie|wpływ|příjem|příchozí|insättning|inn|ind|indbetaling|tulo|pano|jóváírás|j
	|uplata|priliv|v dobro|kredit k|credit c|credit cr|cred|crd|entrada|приход|кредит|alacak|入金`);
const outgoingTerms =
	setOf(`debit|dr|db|d|dbit|s|soll|belastung|ausgang|ausgabe|abgang|auszahlung|out|outgoing|outflow|outbound|expense|money out|paid out|sent|withdrawal|af|afschrijving|débit|sortie
	|dépense|doit|débito|cargo|debe|gasto|addebito|dare|uscita|debet|deebet|debets|debetas|obciążenie|wydatek|výdaj|odchozí|uttag|ut|ud|udbetaling|meno|otto|terhelés|t
	|isplata|odliv|v breme|debet d|debit d|debit dr|deb|dbt|saída|salida|расход|дебет|borç|出金`);

/** Kinds of transactions with which money goes out; they decide only where amounts have no sign. */
const outgoingKinds =
	setOf(`fee|fees|charge|service charge|card payment|card purchase|purchase|pos|atm|cash withdrawal|cash|direct debit|standing order|payment sent|transfer out|transfer sent|outgoing transfer|refund|refund sent
	|gebühr|entgelt|lastschrift|kartenzahlung|überweisung|dauerauftrag|bargeldauszahlung|abbuchung|abhebung|prélèvement|virement émis|paiement par carte|paiement carte|retrait|frais
	|commission|domiciliación|transferencia emitida|recibo|comisión|bonifico in uscita|pagamento|commissione|prelievo|incasso|betaalautomaat|geldautomaat
	|przelew wychodzący|opłata|prowizja|wypłata|check|cheque|bill payment`);
const incomingKinds = setOf(
	`incoming transfer|transfer in|transfer received|payment received|credit transfer received|top up|topup|virement reçu|transferencia recibida|bonifico in entrata|bonifico ricevuto|przelew przychodzący|zahlungseingang|geldeingang|überweisungsgutschrift|sepa gutschrift|faster payment in|bank giro credit`,
);

/** Remembers what short words mean: columns repeat few of them. */
function remembering<T>(read: (word: string) => T): (word: string) => T {
	const known = new Map<string, T>();
	return (word) => {
		const found = known.get(word);
		if (found !== undefined) return found;
		const meant = read(word);
		if (word.length <= longestName && known.size < 1_000) known.set(word, meant);
		return meant;
	};
}

/** The direction that a word says: `CR`, `Soll`, `Af`, `-`. Null: none. */
export const directionOf = remembering((word: string): 'in' | 'out' | null => {
	const plain = word.trim();
	if (plain === '+') return 'in';
	if (/^[-−–]$/.test(plain)) return 'out';
	const name = normaliseColumnName(plain);
	if (incomingTerms.has(name)) return 'in';
	return outgoingTerms.has(name) ? 'out' : null;
});

/** The direction that a kind of transaction has, in files whose amounts have no sign. */
export function directionOfKind(word: string): 'in' | 'out' | null {
	const name = normaliseColumnName(word);
	if (incomingKinds.has(name)) return 'in';
	return outgoingKinds.has(name) ? 'out' : directionOf(word);
}

const bookedTerms =
	setOf(`booked|book|bookd|posted|complete|completed|cleared|settled|executed|processed|done|success|successful|succeeded|paid|sent|received|available|final|accepted|approved|ok|transferred
	|gebucht|umsatz gebucht|verbucht|gebuchter umsatz|abgeschlossen|ausgeführt|erledigt|erfolgreich|wertgestellt|comptabilisé|comptabilisée|exécuté|exécutée|réalisé|réalisée|effectué|effectuée|validé|terminé
	|contabilizado|contabilizada|ejecutado|ejecutada|realizado|realizada|completado|completada|contabilizzato|contabilizzata|eseguito|eseguita|completato|completata|effettuato|zaksięgowana|zaksięgowany|zaksięgowano
	|zrealizowana|zrealizowany|wykonana|wykonany|rozliczona|geboekt|verwerkt|uitgevoerd|voltooid|concluído|concluída|efetuado|bogført|gennemført|udført|bokförd|bokfört|genomförd|utförd|bokført|gjennomført|kirjattu|toteutunut|könyvelt|teljesült
	|zaúčtováno|zaúčtovaná|zúčtováno|provedeno|vykonaná|realizovaná|izvršeno|izvršen|teostatud|izpildīts|įvykdyta|проведено|исполнен|gerçekleşti`);
const pendingStems =
	/^(?:pdng|pend|futr|info|hold|held|offen|open)$|pending|vorgemerkt|vormerk|ausstehend|in bearbeitung|geplant|angekundigt|nicht gebucht|noch nicht|authori[sz]|\bon hold\b|scheduled|planned|in progress|processing|announced|expected|reserv|uncleared|unposted|not booked|not posted|unsettled|awaiting|waiting|upcoming|future|en attente|en cours|a venir|non comptabilise|pendiente|en proceso|retenid|no contabiliz|in sospeso|in attesa|in corso|in elaborazione|non contabilizz|prenotat|oczekuj|w toku|w realizacji|zablokowan|blokada|nieroz|niezaksiegowan|in behandeling|in afwachting|nog niet|gepland|pendente|em processamento|agendad|afventer|kommende|ventende|venter|vantar|preliminar|kommande|odottaa|tulossa|varaus|fuggoben|folyamatban|zarolt|cekajici|cekajuc|nezauctovan|blokovan|ootel|gaida|laukia|u obradi|na cekanju|v obdelavi|ожида|в обработке|bekle|provizyon/;
const reversedStems =
	/revers|revert|return|declin|fail|cancel|reject|refund|void|denied|expired|blocked|charge ?back|disput|removed|unsuccessful|not completed|incomplete|^rvsl$|storn|zuruck|rucklast|ruckgabe|ruckbuch|abgelehnt|fehlgeschlagen|abgebrochen|widerruf|annul|rejet|rembours|refus|extourn|anulad|devuel|rechaz|fallid|cancelad|annullat|rifiutat|respint|rimbors|anulow|odrzuc|zwroc|zwrot|geweigerd|geannuleerd|teruggeboekt|mislukt|estorn|rejeitad|afvist|annuller|tilbagef|avvisad|makulerad|aterbetal|avvist|kansellert|hylatty|peruutet|torolt|elutasit|sztorn|zrusen|zamitnut|vracen|tagasi|noraid|atcel|atmest|odbijen|otkazan|zavrnjen|отмен|возвра|отклон|iptal|iade/;

/** The state that a word says. Null: none that is known. */
export const stateOf = remembering((word: string): 'booked' | 'pending' | 'reversed' | null => {
	const name = normaliseColumnName(word);
	if (name === '') return null;
	if (bookedTerms.has(name)) return 'booked';
	if (reversedStems.test(name)) return 'reversed';
	return pendingStems.test(name) ? 'pending' : null;
});

const balanceTerms =
	setOf(`balance|balances|total|totals|subtotal|sum|opening|beginning|closing|starting|ending|start|end|brought|carried|forward|previous|current|available|saldo|saldi|salden|kontostand|anfangssaldo|endsaldo|algsaldo|lõppsaldo|käive|anfangsbestand|endbestand|schlusssaldo|eröffnungssaldo|abschlusssaldo|zwischensumme
	|summe|gesamt|gesamtsumme|umsätze|alter|neuer|solde|total|totaux|initial|final|précédent|nouveau|ancien|saldo inicial|inicial|suma|anterior|totale|iniziale|finale|precedente|saldo końcowe|początkowe|końcowe|razem
	|beginsaldo|eindsaldo|totaal|startsaldo|slutsaldo|ingående|utgående|inngående|ultimo|primo|alkusaldo|loppusaldo|nyitó|záró|egyenleg|összesen|počáteční|konečný|zůstatek|celkem|zostatok|kreditů|debetů|debits|credits|debit|credit|haben|soll|turnover`);
const balanceNouns = setOf(
	`balance|balances|total|totals|subtotal|sum|saldo|saldi|salden|kontostand|anfangssaldo|endsaldo|algsaldo|lõppsaldo|käive|anfangsbestand|endbestand|schlusssaldo|eröffnungssaldo|abschlusssaldo|zwischensumme|summe|gesamt|gesamtsumme|solde|totaux|suma|totale|razem|beginsaldo|eindsaldo|totaal|startsaldo|slutsaldo|alkusaldo|loppusaldo|egyenleg|összesen|zůstatek|celkem|zostatok`,
);
/** Most texts have none of these, which costs less to find out than their words. */
const balanceStems =
	/balanc|total|sum|sald|stand|solde|totaux|gesamt|razem|egyenleg|összesen|celkem|statek|statok/i;
const fillers =
	/^(?:on|at|as|of|per|am|vom|bis|zum|von|au|le|du|de|del|al|il|na|dzien|dzień|op|pr|den|the|in|eur|usd|gbp|chf|pln|sek|nok|dkk|czk|huf|account|konto|kontos|compte|cuenta|conto|b f|c f|bf|cf|bfwd|cfwd|\p{N}+)$/u;

/** Whether a text says that its row is a balance or a total: nothing but such words, days and figures. */
export function isBalanceText(text: string): boolean {
	if (text.length > longestName || !balanceStems.test(text)) return false;
	const words = normaliseColumnName(text.replaceAll('#', ' ')).split(' ').filter(Boolean);
	return (
		words.length > 0 &&
		words.length <= 8 &&
		words.some((word) => balanceNouns.has(word)) &&
		words.every((word) => balanceTerms.has(word) || fillers.test(word))
	);
}

const yes = setOf('yes|y|true|1|x|ja|j|oui|si|sí|sì|tak|sim|ano');
const no = setOf('no|n|false|0|nein|non|nee|nie|não|ne|nej');
/** Names of columns that say yes or no, and the states that these mean. */
const switches: Record<string, readonly ['booked' | 'pending' | 'reversed', 'booked' | 'pending']> = {
	...{
		pending: ['pending', 'booked'],
		'is pending': ['pending', 'booked'],
		vorgemerkt: ['pending', 'booked'],
	},
	...{ booked: ['booked', 'pending'], 'is booked': ['booked', 'pending'], gebucht: ['booked', 'pending'] },
	...{ cleared: ['booked', 'pending'], settled: ['booked', 'pending'], posted: ['booked', 'pending'] },
	...{
		reversal: ['reversed', 'booked'],
		reversed: ['reversed', 'booked'],
		'is reversal': ['reversed', 'booked'],
	},
	...{ rvslind: ['reversed', 'booked'], storno: ['reversed', 'booked'], storniert: ['reversed', 'booked'] },
};

/** The state that a cell of a column of yes and no says; undefined: no such column or word. */
export function stateOfSwitch(name: string, cell: string): 'booked' | 'pending' | 'reversed' | undefined {
	const states = switches[normaliseColumnName(name)];
	const word = normaliseColumnName(cell);
	if (yes.has(word)) return states?.[0];
	return no.has(word) ? states?.[1] : undefined;
}
