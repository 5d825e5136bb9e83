"""placeholder"""
def probe():
    return {}
