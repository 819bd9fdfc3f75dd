-- Models refuse what has more tokens than they take, and a token is at least a byte. One refused text ends the
-- job of its organization, and with it the vectors of all that come after.
begin;
select plan(4);
select is(private.embedded_text('Title', 'A passage as others are'), E'Title\n\nA passage as others are', 'the title and the text');
select is(char_length(private.embedded_text('Title', repeat('Wort für Wort ', 200))), 2807, 'of an ordinary length, whole');
select is(max(octet_length(private.embedded_text(repeat('語', 500), repeat(letter, 4800)))) <= 4000, true, 'never more than 4,000 bytes')
from unnest(array['x', 'ю', '語', '𒀀']) as letter;
select is(private.embedded_text('Title', repeat('𒀀', 3000)), E'Title\n\n' || repeat('𒀀', 993), 'and the beginning is not lost');
select * from finish();
rollback;
