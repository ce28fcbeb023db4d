import { normaliseColumnName } from '#server/platform/table/column-name.ts';
import { type ImportField, importFields } from '#shared/contracts/guest-import.ts';

/**
 * Names of columns in the lists that other products export and that people make manually, best first: of several columns
 * that fit, the one named earlier here is taken. Compared after `normaliseColumnName`.
 */
const names: Record<ImportField, string> = {
	name: `attendee name | guest name | participant name | full name | name | guest | attendee | participant | display name
		| contact name | ticket holder | name on ticket | teilnehmer | teilnehmername | gast | gastname | vollständiger name
		| vor und nachname | nom complet | nom et prénom | nom du participant | participant | nombre completo
		| nombre y apellidos | nome completo | nome e cognome | naam | volledige naam | namn | navn | nimi | imię i nazwisko
		| név | jméno a příjmení | ad soyad | имя и фамилия | фио | ім'я та прізвище | 氏名 | お名前 | 名前 | 参加者名 | 姓名
		| 이름 | 성명 | الاسم | الاسم الكامل | שם | שם מלא | ชื่อ | ονοματεπώνυμο | celé jméno | meno a priezvisko
		| ime i prezime | име и презиме | nume și prenume | họ và tên | nama | nama lengkap | नाम | نام | نام و نام خانوادگی`,
	firstName: `attendee first name | guest first name | attendee name given name | first name | firstname | fname | given name
		| given names | first names | forename | forenames | first | vorname | vornamen | rufname | prénom | prénoms | nombre
		| nombres | nome | primeiro nome | voornaam | voornamen | förnamn | fornavn | etunimi | imię | imiona | jméno
		| křestní jméno | meno | keresztnév | utónév | ad | adı | имя | ім'я | име | ime | όνομα | prenume | eesnimi | vārds | vardas
		| tên | nama depan | 名 | 名字 | الاسم الأول | שם פרטי | ชื่อจริง | نام کوچک`,
	lastName: `attendee last name | guest last name | attendee name family name | last name | lastname | lname | last names | family name
		| family names | surname | surnames | last | second name | nachname | nachnamen | familienname | zuname | nom de famille | nom
		| apellido | apellidos | primer apellido | sobrenome | apelido | último nome | cognome | cognomi | achternaam | familienaam
		| efternamn | efternavn | etternavn | eftirnafn | sukunimi | nazwisko | příjmení | priezvisko | prezime | priimek
		| vezetéknév | családnév | soyad | soyadı | soyisim | фамилия | прізвище | презиме | επώνυμο | επίθετο | nume
		| nume de familie | perekonnanimi | uzvārds | pavardė | họ | nama belakang | 姓 | 姓氏 | 苗字 | 성 | اسم العائلة | اللقب | שם משפחה
		| นามสกุล | उपनाम | نام خانوادگی`,
	email: `attendee email | attendee e mail | guest email | participant email | ticket email | email address | e mail address
		| email | e mail | mail | primary email | e mail 1 value | email 1 | email 1 value | contact email | your email | e mail adresse
		| email adresse | mailadresse | adresse e mail | adresse email | adresse mail | courriel | correo electrónico | correo
		| email del participante | endereço de email | indirizzo email | posta elettronica | e mailadres | emailadres | e post
		| epost | e postadress | epostadress | e postadresse | sähköposti | adres e mail | adres email | e posta | e posta adresi
		| эл почта | электронная почта | почта | email адрес | електронна пошта | メールアドレス | メール | 電子メール | eメール
		| 邮箱 | 电子邮件 | 电子邮箱 | 電子郵件 | 이메일 | 이메일 주소 | البريد الإلكتروني | דואל | อีเมล`,
	buyerEmail:
		'buyer email | purchaser email | order email | customer email | billing email | contact person email',
	ticketType: `ticket type | ticket name | ticket class | ticket category | ticket | tickettype | product | product name
		| admission type | ticketart | ticketkategorie | kategorie | type de billet | billet | tarif | tipo de entrada | entrada
		| tipo de ingresso | ingresso | biglietto | tipo di biglietto | tickettyp | biljettyp | rodzaj biletu | bilet
		| категория билета | 券種 | チケット | チケット種別 | 票种 | 票種 | 티켓`,
	code: `ticket code | ticket number | ticket id | barcode | barcode number | attendee number | attendee id | public id
		| pseudonymization id | api id | guest id | registration id | registration number | ticketnummer | ticketcode
		| numéro de billet | número de entrada | booking reference`,
	notes: `notes | note | guest notes | internal notes | comment | comments | remarks | remark | order comment | special requests
		| anmerkung | anmerkungen | bemerkung | bemerkungen | notiz | notizen | kommentar | hinweis | remarque | remarques
		| commentaire | commentaires | notas | observaciones | comentarios | observações | osservazioni | commenti | opmerking
		| opmerkingen | anteckningar | merknad | uwagi | poznámka | not | notlar | комментарий | примечание | примітки | 備考
		| メモ | 备注 | 備註 | 비고 | 메모`,
	status: `attendee status | approval status | registration status | rsvp status | guest status | rsvp | ticket status
		| booking status | order status | status | zusage | teilnahme | rückmeldung | statut | estado de asistencia | antwort
		| статус | 出欠 | ステータス | 状态 | 상태`,
	quantity: `quantity | qty | ticket quantity | number of tickets | number of people | number of guests | party size | headcount
		| tickets | pax | anzahl | anzahl tickets | anzahl personen | menge | personen | personenzahl | quantité | nombre de billets
		| nombre de personnes | cantidad | número de entradas | quantidade | quantità | numero di biglietti | aantal | antal
		| antall | määrä | ilość | liczba biletów | počet | mennyiség | adet | количество | кількість | 人数 | 枚数 | 数量 | 수량 | 인원 | จำนวน
		| الكمية | כמות`,
	plusOnes: `plus ones | plus one | additional guests | extra guests | companions | guests | begleitpersonen | begleitung
		| accompagnants | acompañantes | accompagnatori | introducés | medföljande`,
	checkedInAt: `checked in at | checked in at utc | check in time | checkin time | check in date | check in at | checkin date | check ins | check in
		| checkin | checked in | attendance | scanned at | arrived at | einlass | eingecheckt | eingecheckt am | heure d arrivée
		| pointé le | fecha de check in`,
};

const lookup = new Map<ImportField, string[]>(
	importFields.map((field) => [field, names[field].split('|').map(normaliseColumnName)]),
);

/** How well a column's name fits a field: 0 is best, null not at all. */
export function rankColumnName(field: ImportField, name: string): number | null {
	const rank = lookup.get(field)?.indexOf(normaliseColumnName(name)) ?? -1;
	return rank < 0 ? null : rank;
}

const orderNumbers = new Set(
	`order | order number | order id | order code | booking | booking id | booking number | booking reference | reservation
	| transaction id | bestellung | bestellnummer | buchungsnummer | numéro de commande | commande | número de pedido
	| pedido | numero ordine | bestelnummer | ordrenummer | numer zamówienia | номер заказа`
		.split('|')
		.map(normaliseColumnName),
);

/** Whether a column holds the number of the order that its row is part of. */
export const isOrderNumberColumn = (name: string): boolean => orderNumbers.has(normaliseColumnName(name));

/** Further names that only headers have; they distinguish a header from a first guest. */
const others = new Set(
	`phone | phone number | mobile | telephone | telefon | handy | company | organization | organisation | firma | job title
	| tisch | table | country | city | address | zip code | order number | birthday | フリガナ | 電話番号 | created at | order date | id | number`
		.split('|')
		.map(normaliseColumnName),
);

export function isKnownColumnName(name: string): boolean {
	const normal = normaliseColumnName(name);
	return others.has(normal) || importFields.some((field) => lookup.get(field)?.includes(normal));
}
