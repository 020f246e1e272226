"""A tiny pretrained encoder: random weights and a small vocabulary, in a folder."""

import pytest

PIECES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", *"abcdefghijklmnopqrstuvwxyz.", "the", "cat", "sees")
PIECES = (*PIECES, *(f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"))
POSITIONS = 24
NEEDED = "pretrained encoders are read with transformers: pip install transformers"


def libraries():
    """Skip a test where the libraries are missing."""
    return [
        pytest.importorskip(name, reason=NEEDED) for name in ("torch", "transformers", "tokenizers")
    ]


def make(folder, *, seed=1, layers=2):
    """Save an encoder to a folder."""
    torch, transformers, tokenizers = libraries()
    config = transformers.BertConfig(
        vocab_size=len(PIECES), hidden_size=16, num_hidden_layers=layers, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=POSITIONS, initializer_range=0.5,
    )  # fmt: skip
    torch.manual_seed(seed)
    transformers.BertModel(config).save_pretrained(folder)
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({piece: n for n, piece in enumerate(PIECES)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_truncation(5)  # as some folders have it; it must not matter
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def plain_pieces(word):
    """The pieces of a word of small letters, by number: the word itself, or its letters."""
    if word in PIECES:
        return [PIECES.index(word)]
    return [PIECES.index(c if at == 0 else f"##{c}") for at, c in enumerate(word)]
